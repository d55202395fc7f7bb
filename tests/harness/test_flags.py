import pytest

from crossbearing.harness import Flags
from crossbearing.model.errors import CrossbearingError


def test_both_stages_act_unless_told_otherwise():
    flags = Flags.read({"RECON": "", "OTHER": "x"})
    assert (flags.recon, flags.localize) == ("graph", "loc05")
    assert (flags.why_no_map, flags.why_no_localization) == ("", "")
    assert Flags.read({"RECON": "graph", "LOCALIZE": "loc05"}) == flags


def test_localization_can_be_switched_off_alone():
    flags = Flags.read({"LOCALIZE": "current"})
    assert flags.why_no_map == ""
    assert flags.why_no_localization == "localization is switched off by LOCALIZE=current"


def test_without_a_map_nothing_can_be_localized():
    flags = Flags.read({"RECON": "current"})
    assert flags.why_no_map == "switched off by RECON=current"
    assert "RECON=current" in flags.why_no_localization


@pytest.mark.parametrize("variable", ["RECON", "LOCALIZE"])
def test_another_value_is_refused(variable: str):
    with pytest.raises(CrossbearingError, match=f"environment variable {variable} is 'off'; it can be "):
        Flags.read({variable: "off"})
