"""Words that say nothing about where a fault is, though they are rare in code: the language of issues."""

from collections.abc import Iterator

from crossbearing.plugin import terms, words

_FUNCTION_WORDS = """
a about above after again against all also although always am an and another any anyone anything are aren arent as at
be because been before being below between both but by can cannot cant could couldn couldnt did didn didnt do does doesn
doesnt doing don done dont down during each either else etc even ever every few for from further get gets getting give
gives given go goes going gone got had hadn has hasn have haven having he hello hence her here hi him his how however i
if im in instead into is isn isnt it its itself ive just know like ll lot made make makes making many may maybe me mean
means might mine more most much must my myself need needs never no nor not nothing now of off often ok on once one only
or other others otherwise our out over own per perhaps please possible possibly probably quite rather re really said
same say says see seem seems seen several shall she should shouldn shouldnt show shows similar simply since so some
someone something sometimes somewhere still such take takes than thank thanks that thats the their them then there
therefore these they thing things think this those though through thus to too tried try trying two under until up upon
us use used uses using usually ve very via want wants was wasn wasnt way we well were weren what whatever when where
whether which while who whole whom why will with within without won wont work working works would wouldn wouldnt yes
yet you your yours
"""
_ISSUE_WORDS = """
actual actually behavior behaviour bug bugs case cases code correct correctly current currently describe description
environment example examples expect expected fix following happen happens issue issues latest problem problems
reproduce result results sense snippet steps version versions wrong
"""

STOP_WORDS = frozenset(f"{_FUNCTION_WORDS} {_ISSUE_WORDS}".split())
"""English function words, and what every issue says; in lower case."""


def telling_terms(text: str) -> Iterator[str]:
    """The index terms of all words of ``text`` but the stop words."""
    for word in words(text):
        if word.lower() not in STOP_WORDS:
            yield from terms(word)
