"""AclConfigService: who names the users of new data stores."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, own_collection
from tests.conftest import Api, over_each_transport

POOL = "locations/global/workforcePools/pool"
THIRD_PARTY = {
    "idp_type": "THIRD_PARTY",
    "external_idp_config": {"workforce_pool_name": POOL},
}


api = over_each_transport("v1beta", "v1alpha")


def config_of(collection: str) -> str:
    """The name of the configuration of a collection's location."""
    return f"{collection.partition('/collections/')[0]}/aclConfig"


def service(api: Api) -> Any:
    return api.client("AclConfigService")


def test_new_data_stores_have_the_provider_of_their_location(api: Api, stores: Stores) -> None:
    collection = own_collection()
    name = config_of(collection)
    unset = service(api).get_acl_config(name=name)
    assert unset.name.endswith("/locations/global/aclConfig")
    assert "idp_config" not in unset
    before = stores.data_store(api, collection)

    acl_config = {"name": name, "idp_config": THIRD_PARTY}
    changed = service(api).update_acl_config({"acl_config": acl_config})
    assert changed.name == unset.name
    assert changed.idp_config.external_idp_config.workforce_pool_name == POOL
    assert service(api).get_acl_config(name=name) == changed
    after = stores.data_store(api, collection)
    data_stores = Api(api.server, api.transport, "v1alpha").client("DataStoreService")  # Shows it.
    provider = data_stores.get_data_store(name=after).idp_config
    assert provider.idp_type.name == "THIRD_PARTY"
    assert provider.external_idp_config.workforce_pool_name == POOL
    assert "idp_config" not in data_stores.get_data_store(name=before)

    other = f"{name.partition('/locations/')[0]}/locations/eu/aclConfig"
    assert "idp_config" not in service(api).get_acl_config(name=other)


def test_what_is_not_sent_is_unset(api: Api) -> None:
    name = config_of(own_collection())
    google = {"name": name, "idp_config": {"idp_type": "GSUITE"}}
    assert (
        service(api).update_acl_config({"acl_config": google}).idp_config.idp_type.name == "GSUITE"
    )
    service(api).update_acl_config({"acl_config": {"name": name}})
    assert "idp_config" not in service(api).get_acl_config(name=name)


def test_a_third_party_has_to_be_named(api: Api) -> None:
    name = config_of(own_collection())
    acl_config = {"name": name, "idp_config": {"idp_type": "THIRD_PARTY"}}
    with pytest.raises(exceptions.BadRequest, match="workforce_pool_name"):
        service(api).update_acl_config({"acl_config": acl_config})
    assert "idp_config" not in service(api).get_acl_config(name=name)


def test_v1_has_it_over_rest(http: httpx.Client) -> None:
    """As Terraform calls it."""
    path = f"/v1/{config_of(own_collection())}"
    provider = {"idpType": "THIRD_PARTY", "externalIdpConfig": {"workforcePoolName": POOL}}
    made = http.patch(path, json={"idpConfig": provider}).json()
    assert made["idpConfig"] == provider
    assert http.get(path).json() == made
