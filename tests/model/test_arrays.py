import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossbearing.model.arrays import distinct


@pytest.mark.parametrize("kind", [np.int32, np.int64, np.uint16])
@given(values=st.lists(st.integers(0, 40)))
def test_the_values_of_unique(kind, values):
    array = np.array(values, kind)
    found = distinct(array)
    assert found.dtype == array.dtype
    assert found.tolist() == np.unique(array).tolist()
    assert array.tolist() == values
