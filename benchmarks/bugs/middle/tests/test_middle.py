from numbers_of import middle


def test_middle_last():
    assert middle(3, 3, 5) == 3


def test_ascending():
    assert middle(1, 2, 3) == 2


def test_descending():
    assert middle(3, 2, 1) == 2


def test_all_the_same():
    assert middle(5, 5, 5) == 5


def test_highest_first():
    assert middle(5, 3, 4) == 4


def test_lowest_in_the_middle():
    assert middle(2, 1, 3) == 2
