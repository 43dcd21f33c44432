"""The language of a data store, which v1beta and v1alpha have, over the wire."""

from __future__ import annotations

import httpx
import pytest

from tests.clients.stores import unique
from tests.conftest import DEMO

STORES = f"/v1alpha/{DEMO}/dataStores"


def created(http: httpx.Client, code: str) -> httpx.Response:
    body = {"displayName": "A store", "languageInfo": {"languageCode": code, "region": "XX"}}
    return http.post(STORES, params={"dataStoreId": unique("language")}, json=body)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        # As recorded from the service.
        ("zh", {"normalizedLanguageCode": "zh", "language": "zh"}),
        # As its reference has them.
        *(
            (code, {"normalizedLanguageCode": "en-GB", "language": "en", "region": "GB"})
            for code in ("en-GB", "en_GB", "en-UK", "en-gb")
        ),
        (
            "zh-Hans-HK",
            {"normalizedLanguageCode": "zh-Hans-HK", "language": "zh", "region": "HK"},
        ),
        ("es-419", {"normalizedLanguageCode": "es-419", "language": "es", "region": "419"}),
    ],
)
def test_the_code_is_told_in_its_parts(http: httpx.Client, code: str, told: dict[str, str]) -> None:
    data_store = created(http, code).json()["response"]
    assert data_store["languageInfo"] == {"languageCode": code, **told}
    read = http.get(f"/v1alpha/{data_store['name']}").json()
    assert read["languageInfo"] == data_store["languageInfo"]


def test_a_changed_code_changes_its_parts(http: httpx.Client) -> None:
    name = created(http, "zh").json()["response"]["name"]
    response = http.patch(
        f"/v1alpha/{name}",
        params={"updateMask": "languageInfo.languageCode"},
        json={"languageInfo": {"languageCode": "fr"}},
    )
    # As recorded from the service.
    assert response.json()["languageInfo"] == {
        "languageCode": "fr",
        "normalizedLanguageCode": "fr",
        "language": "fr",
    }


@pytest.mark.parametrize("code", ["English", "e", "en GB", "-", "en-GB-"])
def test_what_is_no_code_is_refused(http: httpx.Client, code: str) -> None:
    error = created(http, code).json()["error"]
    assert error["status"] == "INVALID_ARGUMENT"
    assert "data_store.language_info.language_code" in error["message"]
