import pytest

from emulator.answering.evidence.answer_patterns.patterns import matches_answer_type
from emulator.answering.question_analysis.analysis import analyze
from emulator.answering.question_analysis.answer_types import AnswerType
from tests.pace import within


def asked(question):
    return analyze(question, lambda term: 1.0)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many days of leave do I get?", AnswerType.COUNT),
        ("What is the price of the X 200?", AnswerType.MONEY),
        ("What's the price of the X 200?", AnswerType.MONEY),
        ("price of the X 200", AnswerType.MONEY),
        ("how much is shipping to Japan", AnswerType.MONEY),
        ("how much per mile", AnswerType.MONEY),
        ("How much does a nurse earn?", AnswerType.MONEY),
        ("How much is left of it?", AnswerType.NUMBER),
        ("Library opening hours on Saturday", AnswerType.CLOCK),
        ("When is the library open?", AnswerType.CLOCK),
        ("When is the next library open?", AnswerType.SCHEDULE),
        ("How much does the process of joining cost?", AnswerType.MONEY),
        ("My valve leaks, what can I do?", AnswerType.STEPS),
        ("What can I do in Ulva?", AnswerType.OTHER),
        ("How long does it take?", AnswerType.DURATION),
        ("What is the notice period for nurses?", AnswerType.DURATION),
        ("What was the Warring States period?", AnswerType.DEFINITION),
        ("How fast is an order delivered?", AnswerType.DURATION),
        ("How fast is the ferry?", AnswerType.NUMBER),
        ("How often is it sent?", AnswerType.FREQUENCY),
        ("How old must I be?", AnswerType.AGE),
        ("What percentage is kept?", AnswerType.SHARE),
        ("How far is the station?", AnswerType.DISTANCE),
        ("How tall is the tower?", AnswerType.LENGTH),
        ("How long is the Danube canal?", AnswerType.LENGTH),
        ("How long is the coast of Norway?", AnswerType.LENGTH),
        ("How long is the bridge closed?", AnswerType.DURATION),
        ("How long was the closure of the bridge?", AnswerType.DURATION),
        ("How heavy is it?", AnswerType.WEIGHT),
        ("How warm is the water?", AnswerType.TEMPERATURE),
        ("What is the phone number of the office?", AnswerType.PHONE),
        ("What is your email address?", AnswerType.EMAIL),
        ("Who do I contact about privacy?", AnswerType.CONTACT),
        ("How can I reach the support team?", AnswerType.CONTACT),
        ("How do I reach the summit?", AnswerType.STEPS),
        ("How do I call the function?", AnswerType.STEPS),
        ("What time is lunch?", AnswerType.CLOCK),
        ("What time zone is used?", AnswerType.TIME),
        ("When is lunch?", AnswerType.SCHEDULE),
        ("When was it founded?", AnswerType.TIME),
        ("In what year did it open?", AnswerType.TIME),
        ("In which months does it bloom?", AnswerType.TIME),
        ("Who founded the bank?", AnswerType.PERSON),
        ("Which famous researcher found it?", AnswerType.PERSON),
        ("How is it settled how many may vote?", AnswerType.NUMBER),
        ("Where is the office?", AnswerType.PLACE),
        ("Why did it grow?", AnswerType.REASON),
        ("How do I ask for leave?", AnswerType.STEPS),
        ("what are the steps to return a product?", AnswerType.STEPS),
        ("The gate doesn't open", AnswerType.STEPS),
        ("My card does not work at the gate", AnswerType.STEPS),
        ("The one that does not sink is called what?", AnswerType.OTHER),
        ("What is SQL?", AnswerType.DEFINITION),
        ("Tell me about the Seedling plan", AnswerType.DEFINITION),
        ("leave policy", AnswerType.OTHER),
        ("Are rows lost when an agent is down?", AnswerType.OTHER),
        ("Do you know when it was built?", AnswerType.TIME),
    ],
)
def test_the_form_of_a_question_says_what_it_asks_for(question, kind):
    assert asked(question).answer_type is kind


def test_words_about_the_asking_weigh_nothing():
    assert set(asked("Please tell me about parental leave").weights) == {"parent", "leav"}


def test_a_question_of_such_words_only_keeps_them():
    assert asked("tell me").weights


def test_numbered_things_are_known_by_their_number():
    assert asked("How heavy is the Skylark 2?").numbered == {"2": {("skylark", "2")}}


def test_a_preposition_does_not_make_a_numbered_thing():
    assert asked("What happened in 2015?").numbered == {}


def test_a_question_of_price_expects_its_words():
    assert {"price", "eur"} <= asked("How much is the X 200?").expected


@pytest.mark.parametrize(
    "question", ["How can I pay?", "How do customers pay?", "Which payment methods are there?"]
)
def test_a_question_of_paying_expects_the_means(question: str) -> None:
    assert {"card", "invoic", "transfer"} <= asked(question).expected
    assert not asked("How can I pay my taxes?").expected
    assert "requir" in asked("Do I need a receipt?").expected
    assert "last" in asked("How long is probation?").expected


def test_a_status_code_is_one_of_its_class():
    question = asked("Should I retry a 404?")
    assert question.implied_terms("Never retry after 4xx.") == {"404"}
    assert not question.implied_terms("Retry after 5xx.")


def test_a_unit_may_be_abbreviated():
    assert asked("Which allowance per km?").forms_among({"kilometr"}) == {"kilometr": "km"}


def test_who_runs_something_is_told_by_who_is_its_head():
    question = asked("Who runs radiology?")
    assert question.implied_terms("Head: Dr. Holm.") == {"run"}


def test_a_claim_that_is_filed_is_no_file():
    assert set(asked("How do I file a claim?").weights) == {"claim"}
    assert "file" in asked("How large may the file be?").weights


def test_what_is_paid_with_need_not_be_called_a_payment():
    question = asked("Which payments do you accept?")
    assert question.implied_terms("We take credit cards.") == {"payment"}
    assert not question.implied_terms("We take old books.")


@pytest.mark.parametrize(
    ("question", "sentence", "expected"),
    [
        ("How many days?", "There are 28 days.", True),
        ("How many days?", "There are twelve days.", True),
        ("How many days?", "There are days.", False),
        ("How many of the 28 days?", "All of the 28 days.", False),
        ("When did it open?", "It opened in May.", True),
        ("When did it open?", "It opened in 1992.", True),
        ("When did it open?", "It has 12 rooms.", False),
        ("Who founded it?", "It was founded by Lewis Cymbal.", True),
        ("Who founded it?", "It was founded by hand.", False),
        ("When did it open?", "See section 1.12 of the report.", False),
        ("When did it open?", "It opened at 10.30 in the morning.", True),
        ("Where is it?", "It stands in Los Angeles.", True),
        ("Where is it?", "It is written to ~/.holm/log.", True),
        ("Where is it?", "It is written to $HOME/log or /var/log.", True),
        ("Where is it?", "It is read and/or written.", False),
        ("Why did it grow?", "It grew because of the city.", True),
        ("What is SQL?", "SQL (Structured Query Language) is a language.", True),
        ("What is SQL?", "Most databases speak SQL.", False),
        ("What is SQL?", "SQL: a language.", True),
        ("What is an SQL trigger?", "A trigger is called by SQL.", True),
        ("What is an SQL trigger?", "SQL: standard", True),
        ("What is a new SQL trigger?", "SQL: standard", False),
        ("What is the mast that's broken?", "The mast is a pole.", True),
        ("What is the mast\u2019s height?", "The mast is a pole.", False),
        ("leave policy", "There are 28 days.", False),
        ("How much is it?", "It costs \u00a33.20.", True),
        ("How much is it?", "Price eur: 429.", True),
        ("How much is it?", "It is free.", True),
        ("How much is it?", "It costs 12% of the list.", True),
        ("How much is it?", "Set it with --level=$level.", False),
        ("How much is it?", "It costs nothing.", True),
        ("How much is it?", "A short list is better than nothing.", False),
        ("How much is it?", "There are 610 on the list.", False),
        ("How long does it take?", "It takes around ninety minutes.", True),
        ("How long does it take?", "There are 610 on the list.", False),
        ("How long does it take?", "It defaults to 30s.", True),
        ("How long does it take?", "The limit is 1.5 ms, or 90 min.", True),
        ("How long does it take?", "Use 3 s of them.", False),
        ("How long does it take?", "It was so in the 1990s.", False),
        ("How often is it sent?", "It is sent every twelve hours.", True),
        ("How often is it sent?", "It is sent by post.", False),
        ("How old is she?", "She was born in 1950.", True),
        ("How old is she?", "She is the head.", False),
        ("How old must I be?", "You must be over 21.", True),
        ("How old must I be?", "It must be at least 40 percent full.", False),
        ("How old must I be?", "Drivers must be 21 and have a licence.", True),
        ("How old must I be?", "Parcels must be 21 cm long.", False),
        ("What percentage is kept?", "About 5% are kept.", True),
        ("How far is the station?", "It is 1.4 kilometres away.", True),
        ("How far is the station?", "It has 2 platforms.", False),
        ("How heavy is it?", "Weight grams: 310.", True),
        ("How warm is the water?", "It has 34 degrees.", True),
        ("What is the phone number?", "Phone: 01632 960 478.", True),
        ("What is the phone number?", "Call extension 440.", True),
        ("What is the phone number?", "Each call is signed by HMAC-SHA256.", False),
        ("What is your email address?", "Write to a@example.com.", True),
        ("What is your email address?", "Write to the office.", False),
        ("What time is lunch?", "Lunch is at 12:15 pm.", True),
        ("When may I drive?", "After four weeks you may drive.", True),
        ("When may I drive?", "You may drive.", False),
        ("Where do I see it?", "In MyPay, from noon.", True),
        ("Where do I see it?", "In May, from noon.", False),
        ("When do I get paid?", "You are paid on the 27th.", True),
        ("When do I get paid?", "You are paid by the 4 clerks.", False),
        ("How long must a password be?", "It must have at least 14 characters.", True),
        ("How long must a password be?", "It must have character.", False),
        ("How far is the station?", "It has signs of 14 letters.", False),
        ("What should I do when the alarm rings?", "Acknowledge the alarm.", True),
        ("What should I do when the alarm rings?", "Report it to the guard.", True),
        ("What should I do when the alarm rings?", "Report forms are at the desk.", False),
    ],
)
def test_marks(question, sentence, expected):
    assert matches_answer_type(asked(question), sentence) is expected


@pytest.mark.parametrize(
    ("sentence", "counts"),
    [
        ("It has 40 members.", True),
        ("It has 1,450 members.", True),
        ("Members number 40.", True),
        ("It is one of the clubs in table 3 of section 5.9, and free.", False),
        ("It takes a one-line note.", False),
        ("It is washed at 60 °C and 40 % full.", False),
        ("It met on 3 May, on July 3 and at 10:30 in hall 4b in 1990.", False),
        ("It takes two hours and costs $40, 30% more than version 2.1.0 of x-1.", False),
    ],
)
def test_a_count_is_of_things_and_of_no_unit(sentence, counts):
    assert matches_answer_type(asked("How many people are in it?"), sentence) is counts


def test_a_unit_that_is_asked_for_is_counted():
    assert matches_answer_type(asked("How many hours does it take?"), "It takes two hours.")


def test_words_for_where_a_thing_is_are_not_what_is_asked_for():
    assert set(asked("Where are the logs kept?").weights) == {"log"}
    assert set(asked("Where is it kept?").weights) == {"kept"}
    assert "kept" in asked("How long are the logs kept?").weights
    assert set(asked("Where was Holm founded?").weights) == {"holm", "found"}


def test_the_word_after_how_is_not_what_is_asked_for():
    assert set(asked("How warm is the lido?").weights) == {"lido"}
    assert "accur" in asked("How accurate is the probe?").weights
    assert set(asked("How fast must the probe be repaired?").weights) == {"probe", "repair"}


def test_a_month_is_no_modal_verb():
    for question in ("Which claims may I make?", "May I make claims?", "Who may make claims?"):
        assert "may" not in asked(question).weights
    for question in (
        "Which claims were made in May?",
        "may 2025 claims",
        "Was May the best month?",
    ):
        assert "may" in asked(question).weights


def test_words_for_a_span_of_time_are_not_what_is_asked_for():
    trial = asked("How long is the trial period?")
    assert set(trial.weights) == {"trial"}
    assert trial.phrases == ("trial period",)
    assert "period" in asked("Who painted in that period?").weights


def test_numbers_without_end_cost_no_time():
    with within(1):
        for question in ("How much is it?", "How long is it?", "How many are there?"):
            matches_answer_type(asked(question), "1" * 50_000)


@pytest.mark.parametrize(
    ("question", "several"),
    [("Which classes can I take?", True), ("Which class can I take?", False)],
)
def test_things_in_the_plural_are_several(question, several):
    assert asked(question).is_list_question is several


def test_what_may_be_so_or_not_is_not_told_first():
    assert asked("How do I return it?").answer_comes_first
    assert not asked("Can I return it?").answer_comes_first


def test_versions_count_nothing():
    question = asked("How many boats are there?")
    assert not matches_answer_type(question, "Boats have run on 2.0.1 since then.")
    assert matches_answer_type(question, "Boats number 21.")


def test_figures_tell_what_need_not_be_said():
    question = asked("What is the maximum weight?")
    assert question.implied_terms("It carries up to 8 kg.") == {"maximum", "weight"}
    assert question.implied_terms("It carries bags of 8 kg.") == {"weight"}
    assert not question.implied_terms("It carries bags.")
    assert not asked("What does it carry?").implied_terms("It carries up to 8 kg.")
    assert asked("Is there a discount?").implied_terms("Schools get 40 % off.") == {"discount"}
    assert not asked("Is there a discount?").implied_terms("It is 40 % full.")
