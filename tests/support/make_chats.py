"""Writes tests/models/chats.json: templates as models have them, conversations, and what Jinja makes of both.

    python3 tests/support/make_chats.py

Needs Jinja2. The templates are written here, in the ways of writing that those of published models have.
"""
import json
import os

import jinja2
import jinja2.ext
from jinja2.sandbox import ImmutableSandboxedEnvironment

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'models', 'chats.json')
TEMPLATES = {
    'one line': (
        "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}"
        "{{ '<|im_start|>system\nAnswer briefly.<|im_end|>\n' }}{% endif %}{{'<|im_start|>' + message['role'] + "
        "'\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}"
        "{{ '<|im_start|>assistant\n' }}{% endif %}"),
    'turns': '''{{ bos_token }}
{%- if messages[0]['role'] == 'system' -%}
    {%- if messages[0]['content'] is string -%}
        {%- set prefix = messages[0]['content'] + '

' -%}
    {%- else -%}
        {%- set prefix = messages[0]['content'][0]['text'] + '

' -%}
    {%- endif -%}
    {%- set turns = messages[1:] -%}
{%- else -%}
    {%- set prefix = "" -%}
    {%- set turns = messages -%}
{%- endif -%}
{%- for turn in turns -%}
    {%- if (turn['role'] == 'user') != (loop.index0 % 2 == 0) -%}
        {{ raise_exception("User and assistant must take turns") }}
    {%- endif -%}
    {{ '[' + ('model' if turn['role'] == 'assistant' else turn.role) + ']
' + (prefix if loop.first else "") }}
    {%- if turn['content'] is string -%}
        {{ turn['content'] | trim }}
    {%- elif turn['content'] is iterable -%}
        {%- for part in turn['content'] -%}
            {%- if part['type'] == 'image' -%}{{ '<image>' }}
            {%- elif part['type'] == 'text' -%}{{ part['text'] | trim }}
            {%- endif -%}
        {%- endfor -%}
    {%- else -%}
        {{ raise_exception("What is said is no text") }}
    {%- endif -%}
    {{ '[end]
' }}
{%- endfor -%}
{%- if add_generation_prompt -%}
    {{ '[model]
' }}
{%- endif -%}
''',
    'tools': r'''{%- if not date is defined %}
    {%- set date = strftime_now("%d %b %Y") if strftime_now is defined else "26 Jul 2024" %}
{%- endif %}
{%- set ns = namespace(asked=-1, open=true) %}
{#- The last question of a user. #}
{%- for message in messages[::-1] %}
    {%- set index = (messages | length - 1) - loop.index0 %}
    {%- if ns.open and message.role == "user" and not(message.content.startswith('<tool>') and message.content.endswith('</tool>')) %}
        {%- set ns.open = false %}
        {%- set ns.asked = index %}
    {%- endif %}
{%- endfor %}
{{- "Today: " + date + "\n" }}
{%- if tools %}
    {{- "# Tools\n<tools>" }}
    {%- for tool in tools %}
        {{- "\n" }}
        {{- tool | tojson }}
        {{- tool | tojson(indent=4) }}
    {%- endfor %}
    {{- "\n</tools>" }}
{%- endif %}
{%- for message in messages %}
    {%- if message.role == "user" or (message.role == "system" and not loop.first) %}
        {{- '<' + message.role + '>' + message.content + '</>' + '\n' }}
    {%- elif message.role == "assistant" %}
        {%- set content = message.content %}
        {%- set thought = '' %}
        {%- if message.thought is defined and message.thought is not none %}
            {%- set thought = message.thought %}
        {%- elif '</think>' in message.content %}
            {%- set content = message.content.split('</think>')[-1].lstrip('\n') %}
            {%- set thought = message.content.split('</think>')[0].rstrip('\n').split('<think>')[-1].lstrip('\n') %}
        {%- endif %}
        {%- if loop.index0 > ns.asked and (loop.last or (not loop.last and thought)) %}
            {{- '<think>\n' + thought.strip('\n') + '\n</think>\n\n' + content.lstrip('\n') }}
        {%- else %}
            {{- content }}
        {%- endif %}
        {%- for call in message.tool_calls or [] %}
            {%- if call.function %}
                {%- set call = call.function %}
            {%- endif %}
            {{- '\n<call>{"name": "' ~ call.name ~ '", "arguments": ' }}
            {%- if call.arguments is string %}
                {{- call.arguments }}
            {%- else %}
                {{- call.arguments | tojson }}
            {%- endif %}
            {{- '}</call>' }}
        {%- endfor %}
    {%- elif message.role == "tool" %}
        {%- if loop.first or (messages[loop.index0 - 1].role != "tool") %}
            {{- '<user>' }}
        {%- endif %}
        {{- '<tool>' ~ message.content ~ '</tool>' }}
        {%- if loop.last or messages[loop.index0 + 1].role != "tool" %}
            {{- '</>\n' }}
        {%- endif %}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<assistant>' }}
{%- endif %}
''',
    'language': r'''{# a remark #}
{% macro tag(name, attrs={}, sep=' ') %}<{{ name }}{% for k, v in attrs | dictsort %}{{ sep ~ k ~ '="' ~ v ~ '"' }}{% endfor %}>{% endmacro %}
{{ tag('a', {'b': 1, 'A': 2}) }} {{ tag('x') }} {{ tag(sep='_', name='y', attrs={'c': none}) }}
  {% set ns = namespace(total=0) %}
{% for m in messages if m.role != 'none' %}
  {%- set ns.total = ns.total + loop.index * 2 - 1 %}
  {{ loop.index }}/{{ loop.length }} {{ loop.revindex0 }} {{ loop.previtem.role if not loop.first else '-' }} {{ loop.nextitem.role if loop.nextitem is defined else 'end' }}
  {% if loop.index0 == 3 %}{% break %}{% elif m.role is in ['tool'] %}{% continue %}{% else %}ok{% endif %}

{% else %}nothing
{% endfor %}
{{ ns.total }} {{ [1, 2.5, 'a', none, true] }} {{ {'a': 1}.items() | list }} {{ ('x',) }} {{ (1, 'b') }} {{ () }}
{{ messages | map(attribute='role') | unique | join(', ') }} {{ messages | selectattr('role', 'equalto', 'user') | list | length }}
{{ (1, 2, 3) | sum }} {{ 7 // 2 }} {{ 7 / 2 }} {{ 7 % 3 }} {{ 2 ** 3 }} {{ -3 | abs }} {{ 1 < 2 < 3 }} {{ not 1 == 2 }} {{ 2 * (3 + 4) - 1 }}
{{ 'Ab c'.upper() }} {{ 'a-b'.split('-') }} {{ 'x' * 3 }} {{ 'abc'[::-1] }} {{ 'abc'[-1] }} {{ 'abcd'[1:3] }} {{ "q\"\n\tz\u00e9" }} {{ 'a' in 'abc' }} {{ 'd' not in 'abc' }}
{{ missing }}|{{ missing | default('d') }}|{{ '' | default('e', true) }}|{{ missing is defined }}|{{ none is none }}|{{ missing is not defined }}
{{ 3.0 }} {{ 1e3 }} {{ 10 | float }} {{ '12' | int + 1 }} {{ 2.567 | round(1) }} {{ 'hello world' | title }} {{ ['b', 'A', 'c'] | sort }} {{ [3, 1, 2] | sort(reverse=true) }}
{%- set text %}
  captured {{ 1 + 1 }}
{%- endset %}
[{{ text | trim }}] {{ text | length }}
{% filter upper %}shout {{ 'x' }}{% endfilter %}
{% raw %}{{ not run }} {% if %}{% endraw %}
{% with a = 1, b = 2 %}{{ a + b }}{% endwith %}
{% macro box(n) %}[{{ caller(n) if caller is defined else n }}]{% endmacro %}{% call(v) box('call') %}x{{ v }}{% endcall %}{{ box(1) }}
{{ {'k': 'é"<', 'n': [1, {'z': none}]} | tojson }} {{ {'k': [1, 2]} | tojson(indent=2) }}
{%+ if true %} kept{% endif +%}
   {{- ' tight ' -}}
   end {{ "%s-%s" | format('a', 2) }} {{ 'a\\b' }} {{ messages[0]['role'] ~ messages[-1].role }} {{ [3,1,2]|first }} {{ [3,1,2]|last }}
{{ 'yes' if messages else 'no' }}{{ 'gone' if false }} {{ range(3) | list }} {{ 'a,b' | replace(',', ';') }} {{ "  x " | trim }}| {{ loop is defined }}
{% for a, b in {'x': 1, 'y': 2}.items() %}{{ loop.cycle('odd', 'even') }}{{ a }}{{ b }}{{ "," if not loop.last }}{% endfor %}
{{ 5 is odd }} {{ 4 is divisibleby 2 }} {{ 'a' is string and 1 is number }} {{ [] is iterable }} {{ {} is mapping }} {{ 'x' is eq 'x' }} {{ messages is sequence }}
{{ "a\nb\nc" | indent(2) }} {{ "a\n\nb" | indent(2, true) }} {{ '<b>' | e }} {{ [1,[2]] | string }} {{ '%d' }} {{ 1 if 0 else 2 if 0 else 3 }}
{{ [1, 2, 3, 4] | select('even') | list }} {{ [1, 2] | map('string') | join('+') }} {{ [{'a': 1}, {'b': 2}] | rejectattr('a') | list }} {{ 'abc' | reverse }} {{ [1, 2] | reverse | list }}
''',
    'wrong': '{{ messages[0].nothing.more }}',
    'private': "{{ ''.__class__.__mro__ }}",
    'changed': '{{ messages.append(1) }}',
    'open': '{% if messages %}x',
    'unknown': '{% wobble %}',
    'filter': '{{ messages | wobble }}',
    'long': '{{ range(1000000) | list }}',
    'brackets': '{{ (1, }}',
}
CHATS = {
    'plain': [{'role': 'user', 'content': 'Hi there '}, {'role': 'assistant', 'content': ' Hello\nyou '},
              {'role': 'user', 'content': 'And é?'}],
    'system': [{'role': 'system', 'content': 'Be brief.'}, {'role': 'user', 'content': 'Hi'}],
    'tools': [
        {'role': 'system', 'content': 'Use tools'}, {'role': 'user', 'content': 'Weather?'},
        {'role': 'assistant', 'content': '', 'tool_calls': [
            {'type': 'function', 'function': {'name': 'weather', 'arguments': {'city': 'Zürich', 'days': 2}}}]},
        {'role': 'tool', 'name': 'weather', 'content': 'sunny'},
        {'role': 'assistant', 'content': '<think>\nhm\n</think>\n\nIt is sunny.'}, {'role': 'user', 'content': 'ok'}],
    'parts': [{'role': 'user', 'content': [{'type': 'text', 'text': 'look '}, {'type': 'image'}]}],
    'empty': [],
}
TOOLS = [{'type': 'function', 'function': {
    'name': 'weather', 'description': 'The "weather" <b>',
    'parameters': {'type': 'object', 'properties': {'city': {'type': 'string'}}}}}]


def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)


def rendered(template, messages, tools, prompted):
    """As transformers sets Jinja up for chats; of a mistake its kind."""
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True,
                                                extensions=[jinja2.ext.loopcontrols])
    environment.filters['tojson'] = tojson
    environment.globals['raise_exception'] = raise_exception
    try:
        return environment.from_string(template).render(
            messages=messages, tools=tools, documents=None, add_generation_prompt=prompted, bos_token='<s>')
    except Exception as wrong:
        return f'<{type(wrong).__name__}>'


rows = []
for name, template in TEMPLATES.items():
    for chat, messages in CHATS.items():
        for tools in (None, TOOLS):
            if tools is None or name == 'tools':
                rows.append([name, chat, bool(tools), rendered(template, messages, tools, bool(tools))])
with open(FILE, 'w', encoding='utf-8') as file:
    lines = [f' {json.dumps(key)}: {json.dumps(value)}' for key, value in
             {'templates': TEMPLATES, 'chats': CHATS, 'tools': TOOLS}.items()]
    lines.append(' "rendered": [\n' + ',\n'.join(json.dumps(row) for row in rows) + ']')
    file.write('{' + ',\n'.join(lines) + '}\n')
