"""transformers.utils.chat_template_utils: messages as the text that a model was trained on."""

from jinja2 import Environment, TemplateError


def _raise_exception(message):
    raise TemplateError(message)


def _described(tool):
    """The JSON schema of a tool."""
    if isinstance(tool, dict):
        return tool
    raise NotImplementedError('a tool that is a function is not there in qkv; its JSON schema, a '
                              'dict, is')


def _checked(messages):
    messages = getattr(messages, 'messages', messages)
    if not isinstance(messages, (list, tuple)) or \
            not all([isinstance(message, dict) for message in messages]):
        raise ValueError("a conversation is a list of messages, {'role': …, 'content': …}")
    return messages


def _without_end(text, last):
    """The text up to the end of the last message, which is to be continued."""
    content = last.get('content')
    content = content[-1].get('text') if isinstance(content, (list, tuple)) and content else content
    if not isinstance(content, str):
        raise ValueError('continue_final_message is set but the last message has no text')
    if content.strip() not in text:
        raise ValueError(
            'continue_final_message is set but the final message does not appear in the chat after '
            'applying the chat template! This can happen if the chat template deletes portions of '
            'the final message.')
    end = text.rindex(content.strip()) + len(content.lstrip())
    is_whole = text[:end].endswith(content.lstrip())
    return text[:end] if is_whole else text[:text.rindex(content.strip()) + len(content.strip())]


def render_template(template, messages, tools=None, documents=None, add_generation_prompt=False,
                    continue_final_message=False, names=None):
    """No clock runs in qkv: templates find no strftime_now, and take the date that they have."""
    if continue_final_message and add_generation_prompt:
        raise ValueError('continue_final_message and add_generation_prompt are not compatible. Use '
                         'continue_final_message when you want the model to continue the final '
                         'message, and add_generation_prompt when you want to add a header that will '
                         'prompt it to start a new assistant message instead.')
    environment = Environment(trim_blocks=True, lstrip_blocks=True)
    environment.globals['raise_exception'] = _raise_exception
    messages = _checked(messages)
    text = environment.from_string(template).render(
        {'messages': messages, 'tools': tools and [_described(tool) for tool in tools],
         'documents': documents, 'add_generation_prompt': add_generation_prompt, **(names or {})})
    return _without_end(text, messages[-1]) if continue_final_message and messages else text
