"""Test frameworks of the JVM, by the artifacts that a project depends on to use them."""

_ARTIFACTS = {
    "io.cucumber:cucumber-java": "cucumber",
    "io.kotest:kotest-runner-junit5": "kotest",
    "io.kotest:kotest-runner-junit6": "kotest",
    "junit:junit": "junit",
    "junit:junit-dep": "junit",
    "org.jetbrains.kotlin:kotlin-test": "kotlin-test",
    "org.jetbrains.kotlin:kotlin-test-junit": "kotlin-test",
    "org.jetbrains.kotlin:kotlin-test-junit5": "kotlin-test",
    "org.testng:testng": "testng",
}
_GROUPS = {
    "org.junit.jupiter": "junit-jupiter",
    "org.spockframework": "spock",
    "org.scalatestplus": "scalatest",
    "org.scalatest": "scalatest",
}


def framework_of_artifact(name: str) -> str:
    """The test framework that ``group:artifact`` is a part of, or an empty string."""
    return _ARTIFACTS.get(name) or _GROUPS.get(name.partition(":")[0], "")
