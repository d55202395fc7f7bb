"""A language model as a function from a prompt to its answer, for the stages that may use one."""

import os

from crossbearing.model.errors import CrossbearingError
from crossbearing.model.stages import AskModel

MOST_TOKENS = 1024


def model_of_environment(*, timeout: float = 60) -> AskModel:
    """The model that the environment names, at any endpoint that speaks OpenAI's chat completions.

    ``CROSSBEARING_LLM_BASE_URL`` and ``CROSSBEARING_LLM_MODEL`` say which, ``CROSSBEARING_LLM_API_KEY`` or
    ``OPENAI_API_KEY`` is the key. Temperature 0, at most 1,024 tokens, no second try. Needs the extra ``llm``. Raises
    :class:`CrossbearingError` where nothing is named, and so does a call that gets no answer; neither shows the key.
    """
    named = {key: os.environ.get(f"CROSSBEARING_LLM_{key}", "") for key in ("BASE_URL", "MODEL")}
    if missing := [f"CROSSBEARING_LLM_{key}" for key, value in named.items() if not value]:
        raise CrossbearingError(f"no model is configured: {' and '.join(missing)} {_is_not_set(missing)}")
    return lambda prompt: _asked(prompt, named["BASE_URL"], named["MODEL"], timeout)


def _is_not_set(names: list[str]) -> str:
    return "is not set" if len(names) == 1 else "are not set"


def _asked(prompt: str, base_url: str, model: str, timeout: float) -> str:
    try:
        from openai import OpenAI
    except ImportError:
        raise CrossbearingError("asking a model needs the extra 'llm': pip install 'crossbearing[llm]'") from None
    key = os.environ.get("CROSSBEARING_LLM_API_KEY") or os.environ.get("OPENAI_API_KEY") or "none"
    try:
        with OpenAI(base_url=base_url, api_key=key, timeout=timeout, max_retries=0) as client:
            answer = client.chat.completions.create(
                model=model,
                messages=[{"role": "user", "content": prompt}],
                temperature=0,
                max_completion_tokens=MOST_TOKENS,
            )
        content = answer.choices[0].message.content
    except Exception as error:
        # What the endpoint says may repeat what it was sent; its kind is enough.
        raise CrossbearingError(f"the model does not answer: {type(error).__name__}") from None
    if not isinstance(content, str) or not content:
        raise CrossbearingError("the model's answer is empty")
    return content
