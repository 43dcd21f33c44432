"""What the tests of agents that run have in common."""

from __future__ import annotations

from typing import Any

from tests.ces.talking import Builder, Talk, talk

QUESTION = "How long is the warranty of a Skylark 3?"
ORDER_CODE = '''
def order_status(order_number: str) -> dict:
    """Tells the state of an order by its number.

    Args:
        order_number: The number of the order.
    """
    context.state["last_order"] = order_number
    return {"message": f"Order {order_number} has left."}
'''


def run(sessions: Any, app: Builder, root: str) -> Talk:
    app.update(root_agent=root)
    return talk(sessions, app.name)


def chunks(outputs: list[Any], kind: str) -> list[Any]:
    messages = outputs[-1].diagnostic_info.messages
    return [getattr(one, kind) for message in messages for one in message.chunks if kind in one]


def code(text: str) -> list[dict[str, str]]:
    return [{"python_code": text}]
