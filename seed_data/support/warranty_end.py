from datetime import date
from typing import Literal


def warranty_end(
    product: Literal["Skylark 2", "Skylark 3", "Skylark Pro", "Finch", "Plover", "Heron", "Rook 2"],
    delivery_date: str,
) -> dict:
    """Tells on which day the warranty of a device ends.

    Args:
        product: The name of the product.
        delivery_date: The day of the delivery, such as 2025-03-01.
    """
    delivered = date.fromisoformat(delivery_date)
    years = {"Skylark 3": 3, "Skylark Pro": 5}.get(product, 2)
    try:
        ends = delivered.replace(year=delivered.year + years)
    except ValueError:  # It was delivered on a leap day.
        ends = date(delivered.year + years, 3, 1)
    set_variable("warranty_until", ends.isoformat())
    return {"message": f"The warranty of your {product} ends on {ends:%d %B %Y}."}
