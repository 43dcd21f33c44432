"""Evidence from lists, steps and what is to be typed."""

import pytest

from emulator.answering.values import Passage
from tests.answering.samples import CORPUS, FOUNDING, texts


def test_steps_are_kept_as_a_list():
    assert texts("How do I ask for leave?") == [
        "Enter the dates in Almanac.",
        "The notice is twice as long as the leave.",
        "Your manager answers within 3 working days.",
        "Set your calendar to absent.",
    ]


def test_terms_that_stand_together_are_no_steps():
    handlers = "Handlers\n\nsetLevel(level): Sets the level of a log.\nclose(): Closes it."
    passages = [Passage(handlers, "Logs", 9.0), FOUNDING]
    assert texts("How do I set the level of a log?", passages) == [
        "setLevel(level): Sets the level of a log."
    ]


def test_what_opens_a_list_keeps_the_sentence_that_it_refers_to():
    steps = "Take a warm knife.\nLift the flap."
    text = f"Opening the seal\n\nEvery letter is closed with wax. To open {{}}:\n\n{steps}"
    opened = texts("How do I open the seal?", [Passage(text.format("it"))])
    assert opened[:2] == ["Every letter is closed with wax.", "To open it:"]
    opened = texts("How do I open the seal?", [Passage(text.format("a letter"))])
    assert opened[0] == "To open a letter:"


def test_a_sentence_that_opens_a_list_brings_it():
    passage = Passage("Bring these papers to the bank:\n- your passport\n- a bill\n\nThen wait.")
    assert texts("Which papers does the bank need?", [passage]) == [
        "Bring these papers to the bank:",
        "- your passport",
        "- a bill",
    ]


def test_a_sentence_that_opens_a_program_brings_it():
    passage = Passage(
        'Install Alpaca with the package manager:\n\npkg add alpaca="4"\n\nThen wait.'
    )
    found = texts("How do I install Alpaca?", [passage])
    assert found == ["Install Alpaca with the package manager:", 'pkg add alpaca="4"']


def test_a_heading_and_the_title_ask_for_the_items_between_them():
    notes = Passage("Changed\n\nThe dial is round.\nThe lamp is blue.", "Alpaca 4 release notes")
    found = texts("What was changed in Alpaca 4?", [notes])
    assert found == ["The dial is round.", "The lamp is blue."]


def test_a_single_item_loses_its_mark():
    passage = Passage("1. Pay the fee of 20 euros.\n2. Sign the form.")
    assert texts("What is the fee?", [passage]) == ["Pay the fee of 20 euros."]


def test_steps_of_another_guide_are_not_added():
    reset = Passage("Hold the button for 20 seconds to reset the X 100.", "Troubles", 9.0)
    moving = Passage(
        "Moving\n\nConnect the X 100.\nScan its code.\nSend the old one in.", "Moving", 6.0
    )
    assert texts("How do I reset the X 100?", [reset, moving]) == [reset.text]


def test_steps_under_the_title_of_the_question_are_the_answer():
    passage = Passage(
        "Mounting\n\nCharge the X 100.\nSet the pole upright.\nTighten the clamp.",
        "Installing the X 100",
    )
    assert texts("How do I install the X 100?", [passage]) == [
        "Charge the X 100.",
        "Set the pole upright.",
        "Tighten the clamp.",
    ]


def test_steps_under_a_heading_on_the_question_come_before_what_else_says_it():
    guide = (
        "Mounting\n\n1. Charge the battery for 3 hours.\n2. Turn the mark to the north.\n"
        "3. Tighten the upper clamp."
    )
    kit = "The mount kit fixes an Alpaca to poles."
    record = Passage(kit, "Mount kit", 9.0, structured=True)
    passages = [record, Passage(guide, "Installing an Alpaca", 8.0), *CORPUS]
    found = texts("How do I mount an Alpaca?", passages)
    assert found == [
        "1. Charge the battery for 3 hours.",
        "2. Turn the mark to the north.",
        "3. Tighten the upper clamp.",
    ]


def test_a_list_is_shown_whole_if_its_heading_says_what_is_asked():
    strudel = Passage("Ingredients\n\n250 g flour\n1 kg apples\n\nBaking\n\nBake it for an hour.")
    assert texts("Which ingredients are needed?", [strudel]) == ["250 g flour", "1 kg apples"]
    assert texts("How much flour is needed?", [strudel]) == ["250 g flour"]


def test_a_list_under_a_heading_that_asks_with_its_title_is_the_answer():
    packing = Passage(
        "# What to bring\n\n- your letter\n- all medicines\n- slippers", "Coming into hospital"
    )
    toys = Passage("Children may bring toys.", "Children")
    found = texts("What should I bring to hospital?", [toys, packing])
    assert found == ["- your letter", "- all medicines", "- slippers"]


COPYING = Passage(
    "2.1. Copying files\n\nSource code: copy.py\n\nFiles are copied with the command copy:\n\n"
    "$ copy FROM TO\n\nTo copy files takes time, and files that are copied are checked.",
    "Files",
    9.0,
)


def test_how_to_do_something_is_told_by_what_is_to_be_typed():
    assert texts("How do I copy files?", [COPYING])[:2] == [
        "Files are copied with the command copy:",
        "$ copy FROM TO",
    ]


def test_what_opens_a_list_comes_first_where_things_of_a_kind_are_asked_for():
    club = (
        "The fees of the club are low and rise each year.\n\nThe club has fees for:\n\n"
        "boats\nlockers\n\nSee you."
    )
    passages = [Passage(club, "Rowing", 9.0), FOUNDING]
    listed = ["The club has fees for:", "boats", "lockers"]
    assert texts("What are the fees of the club?", passages) == listed
    assert texts("Which fees must the club pay?", passages) == listed
    assert texts("Are the fees of the club low?", passages)[0] != listed[0]


def test_of_a_long_item_its_beginning_is_shown():
    history = " ".join(f"Boat {number} was built of oak and has sunk." for number in range(20))
    club = f"The club lets:\n\nBoats. They are old. {history}\nLockers.\n\nSee you."
    found = texts("What does the club let?", [Passage(club, "Rowing", 9.0), FOUNDING])
    assert found[:3] == ["The club lets:", "Boats.", "They are old."]
    assert found[-1] == "Lockers."
    assert sum(map(len, found)) < 500


def test_what_opens_a_list_says_what_is_in_it():
    text = (
        "Warranty\n\nThe warranty covers:\n\n- the motor;\n- the case.\n\nOthers are not covered."
    )
    assert texts("What does the warranty cover?", [Passage(text, "Warranty", 9.0)]) == [
        "The warranty covers:",
        "- the motor;",
        "- the case.",
    ]


def test_what_to_do_is_told_by_the_next_sentence_too():
    told = ["A pump that stops every night has a worn seal.", "Fit the spare one into the pump."]
    page = f"If a pump stops or hums\n\n{told[0]} {told[1]} Paint it blue.\n\nBye."
    question = "My pump stops every night, what can I do?"
    assert texts(question, [Passage(page, "Rules", 9.0), FOUNDING]) == told


def test_what_is_needed_is_told_by_what_you_need():
    without = Passage("The cups are changed without tools.", "Wind cups", 9.0)
    parts = Passage(
        "Tools and parts\n\nYou need a spanner, a compass and a level.", "Installing a mast", 9.0
    )
    found = texts("What tools do I need?", [without, parts, FOUNDING])
    assert "You need a spanner, a compass and a level." in found


MAST = [
    Passage("Installing a mast\n\nPlan an hour for the mast.", "Installing a mast", 9.0),
    Passage(
        "In the box\n\nthe mast of ash, 9 kilograms\na bolt of steel\n\nBye.",
        "Installing a mast",
        8.0,
    ),
    Passage(
        "Mounting\n\nLay it on the deck.\nRaise it with a rope.\n\nBye.", "Installing a mast", 7.0
    ),
]


NEWS = [
    Passage(
        "Fixed\n\nThe map was lost on a change.\nThe log was twice as long.\n\nBye.",
        "Alpaca 7.2",
        9.0,
    ),
    Passage("Added\n\nA run is paused by hand.\nMasts are told apart.\n\nBye.", "Alpaca 7.2", 8.9),
    Passage("docker run -d -e TOKEN=... -v data:/alpaca alpaca:7.2", "Installing", 8.0),
]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What's new in 7.2?", ["A run is paused by hand.", "Masts are told apart."]),
        ("What is fixed in 7.2?", ["The map was lost on a change.", "The log was twice as long."]),
    ],
)
def test_the_list_whose_heading_has_a_word_that_is_expected_comes_first(question, answer):
    assert texts(question, NEWS) == answer


def test_steps_of_a_document_whose_title_is_asked_for_are_the_answer():
    steps = ["Lay it on the deck.", "Raise it with a rope."]
    assert texts("How do I install a mast?", MAST) == steps
    assert texts("What is in the box of the mast?", MAST) != steps


def test_steps_need_not_say_what_they_are_for():
    box = "What is in the box\n\nthe Kite hub, 290 grams\na cable of 1 metre\n\nKeep the box."
    steps = "Pairing\n\nOpen the app. The hub now blinks.\nScan its code.\nWait for it.\n\nDone."
    title = "Setting up a Kite hub"
    passages = [Passage(box, title, 9.0), Passage(steps, title, 8.2)]
    found = ["Open the app.", "The hub now blinks.", "Scan its code.", "Wait for it."]
    assert texts("How do I set up a Kite hub?", passages) == found


@pytest.mark.parametrize(
    ("title", "question"),
    [
        ("Berths, keys, claims and refunds", "How do I claim a refund?"),
        ("Refunds", "How do I get a refund?"),
    ],
    ids=["names more than is asked", "names the thing alone"],
)
def test_a_title_that_promises_no_steps(title, question):
    lists = "Exceptions\n\nA berth of the mole is kept.\nA key that was cut is kept.\n\nBye."
    told = "A refund is paid within 7 days."
    passages = [Passage(lists, title, 9.0), Passage(told, title, 8.9)]
    assert texts(question, passages)[0] == told


@pytest.mark.parametrize("title", ["Cancelling a membership", "Cancelling a membership | Holm Gym"])
def test_a_page_may_name_its_site_behind_a_bar(title):
    pages = [
        Passage("You can cancel whenever you like. You need no reason.", title, 9.0),
        Passage("In the app\n\nOpen your account.\nTap on Leave.\n\nBye.", title, 7.0),
    ]
    assert texts("How do I cancel a membership?", pages) == ["Open your account.", "Tap on Leave."]


def test_how_to_do_something_is_told_by_what_to_do():
    keys = "API keys\n\nAn API key belongs to nobody. API keys expire."
    steps = "Create an API key\n\nOpen the settings and choose a new API key."
    turning = "Turning API keys\n\nChoose Turn next to the API key.\nUse the new API key."
    passages = [
        Passage(keys, "Keys", 9.0),
        Passage(steps, "First steps", 8.5),
        Passage(turning, "Keys", 8.0),
    ]
    assert texts("How do I get an API key?", passages) == [
        "Open the settings and choose a new API key."
    ]


@pytest.mark.parametrize(
    "aside",
    [
        "If the price of a kite falls, tell us, and we pay a refund of what is left.",
        "You need a receipt, on which the refund is written.",
    ],
)
def test_what_is_needed_or_done_in_some_case_is_not_what_to_do(aside):
    prices = Passage(f"Prices\n\n{aside}", "Prices", 8.5)
    returns = Passage("Returns\n\nA refund is paid within 7 days after the parcel.", "Returns", 9.0)
    assert texts("How do I get a refund?", [prices, returns])[0] == (
        "A refund is paid within 7 days after the parcel."
    )


def test_whom_to_contact_is_told_by_an_address():
    care = Passage("Care\n\nTape over the contacts of each cell.", "Care", 9.0)
    desk = Passage("Help\n\nAsk about privacy at help@holm.example.", "Help", 8.5)
    rules = Passage("Rules\n\nPrivacy is dear to us.", "Rules", 8.0)
    told = texts("Who do I contact about privacy?", [care, desk, rules])
    assert told == ["Ask about privacy at help@holm.example."]


def test_an_address_is_news_whatever_letters_stand_at_its_sign():
    shop = Passage("The email address is on the back. Email us@tindle.example.", "Shop", 9.0)
    assert texts("What is the email address?", [shop])[0] == "Email us@tindle.example."


def test_what_may_be_done_is_told_first_below_that():
    abroad = (
        "Working from abroad\n\nEmployees may do so for 30 days a year.\n\n"
        "Working from abroad is not possible in some countries."
    )
    assert texts("Can I work from abroad?", [Passage(abroad, "Work", 9.0), FOUNDING])[0] == (
        "Employees may do so for 30 days a year."
    )


ALLOWANCES = (
    "1 Meals\n\nYou receive a daily allowance instead of a refund of what you spent:\n\n"
    "Norway: NOK 634\nEU and UK: EUR 56\n\nIt is paid with the salary."
)


def test_an_item_stands_in_its_list_where_that_is_told_too():
    passages = [Passage(ALLOWANCES, "Travel", 9.0), FOUNDING]
    assert texts("Which allowance do you receive in Norway: NOK?", passages)[:3] == [
        "You receive a daily allowance instead of a refund of what you spent:",
        "Norway: NOK 634",
        "EU and UK: EUR 56",
    ]


INSTALLING = Passage(
    "Requirements\n\nLinux with kernel 5 or newer\n200 MB of disk space\n\n"
    "Linux\n\ncurl -L https://get.cymbal.example/install.sh | sh\nsudo systemctl enable cymbal\n\n"
    "macOS\n\nbrew install cymbal-sync\n\nWindows\n\nDownload setup.msi and run it.",
    "Installing the agent",
    9.0,
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "How do I install the agent on Linux?",
            [
                "curl -L https://get.cymbal.example/install.sh | sh",
                "sudo systemctl enable cymbal",
            ],
        ),
        ("How do I install the agent on macOS?", ["brew install cymbal-sync"]),
        ("How do I install the agent on Windows?", ["Download setup.msi and run it."]),
    ],
)
def test_what_is_typed_answers_where_a_section_says_nothing_else(question, answer):
    root = Passage("To sync folders of root, install it again with sudo.", "Tips for Linux", 8.0)
    assert texts(question, [INSTALLING, root]) == answer


LEADERS = Passage(
    "Leaders\n\n- Priya Rao leads the Pune office.\n- Marcus Oye leads the Oslo office.\n"
    "- Ann Holm leads the shop.",
    "About us",
    9.0,
)


def test_of_a_list_of_persons_the_one_is_told_that_is_asked_for():
    told = texts("Who leads the Pune office?", [LEADERS, FOUNDING])
    assert told == ["Priya Rao leads the Pune office."]


def test_what_is_typed_is_told_among_prose_if_it_says_what_is_done():
    guide = (
        "Python\n\nThe Python client needs Python 3.9 or newer.\n\npip install rover\n\n"
        "rover.drive(to=hill)\n\nGo\n\nThe Go client needs Go 1.20.\n\ngo get rover.example/go"
    )
    told = texts("How do I install the Python client?", [Passage(guide, "Clients", 9.0)])
    assert told[0] == "pip install rover"
