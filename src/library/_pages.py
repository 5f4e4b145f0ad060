"""The man page and the scripts for shells, from the rows of commands and options."""

# How a shell writes a command, an option and a value, and what the first word may be.
_FISH = "complete -c qkv -n '__fish_seen_subcommand_from {command}' "
_SHELLS = {
    'bash': {'escaped': '', 'summary': '', 'before': "    {name}) flags='", 'option': '--{name} ',
             'behind': "'; {words} ;;\n",
             'choice': 'COMPREPLY=($(compgen -W \'{choices}\' -- "$word")); ',
             'file': 'COMPREPLY=($(compgen -f -- "$word")); ', 'other': '',
             'lesson': 'words=$(qkv lessons --names 2>/dev/null); files=-f',
             'files': 'files=-f', 'command': "words='{words}'", 'list': "words='{words}'",
             'none': 'words='},
    'zsh': {'escaped': '\\[]:', 'apostrophe': "'\\''", 'summary': "'{name}:{summary}' ",
            'before': '    {name}) _arguments', 'option': " '--{name}[{help}]{value}'",
            'behind': '{words} ;;\n', 'choice': ':{called}:({choices})', 'file': ':file:_files',
            'other': ':{called}:', 'lesson': " '1:lesson:_qkv_lessons' '*: :'",
            'files': " '*:file:_files'", 'command': " '1:command:({words})'",
            'list': " '1:word:({words})'", 'none': ''},
    'fish': {'escaped': "\\'",
             'summary': "complete -c qkv -n __fish_use_subcommand -a {name} -d '{summary}'\n",
             'before': '', 'option': _FISH + "-l {name}{letter}{value} -d '{help}'\n",
             'behind': '{words}', 'choice': " -xa '{choices}'", 'file': ' -rF', 'other': ' -x',
             'lesson': _FISH + "-Fa '(qkv lessons 2>/dev/null | string split -f1 \" \")'\n",
             'files': _FISH + '-F\n', 'command': _FISH + "-a '{words}'\n",
             'list': _FISH + "-a '{words}'\n", 'none': ''},
}


def _print_filled(template, parts):
    for name, text in parts.items():
        template = template.replace(f'@{name}@', text)
    print(template, end='')


def _escape(shell, text):
    for sign in shell['escaped']:
        text = text.replace(sign, '\\' + sign)
    return text.replace("'", shell['apostrophe']) if 'apostrophe' in shell else text


def _value(shell, option):
    kind = 'choice' if option['choices'] else 'file' if option['name'] == 'output' else 'other'
    called = option['value']
    return shell[kind].format(called=called, choices=option['choices']) if called else ''


def _option(shell, option, command):
    return shell['option'].format(
        name=option['name'], value=_value(shell, option), help=_escape(shell, option['help']),
        command=command, letter=option['letter'] and ' -s ' + option['letter'])


def _words(shell, command, data):
    kind, words = command['completes'], command['completes']
    if kind == 'command':
        words = ' '.join(row['name'] for row in data['commands'] + data['subjects'])
    kind = {'file': 'files', 'lesson': 'lesson', 'command': 'command', '': 'none'}.get(kind, 'list')
    return shell[kind].format(words=words, command=command['name'])


def completion(name, template, data):
    """Prints the script of a shell."""
    shell, rows = _SHELLS[name], data['options']
    last = [option for option in rows if option['name'] == 'help']
    _print_filled(template, {
        'NAMES': ' '.join(command['name'] for command in data['commands']),
        'SUMMARIES': ''.join(shell['summary'].format(name=command['name'],
                                                     summary=_escape(shell, command['summary']))
                             for command in data['commands']),
        'COMMANDS': ''.join(
            shell['before'].format(name=command['name'])
            + ''.join(_option(shell, option, command['name'])
                      for option in [rows[i] for i in command['options']] + last)
            + shell['behind'].format(words=_words(shell, command, data))
            for command in data['commands']),
        'VALUES': ''.join(f"    --{option['name']}) {_value(shell, option)}return ;;\n"
                          for option in rows if option['value'])})


def _troff(text):
    """A dot or an apostrophe that begins a line is a request, a backslash an escape."""
    text = text.replace('\\', '\\e').replace('-', '\\-')
    return '\n'.join('\\&' + line if line[:1] in ('.', "'") else line for line in text.split('\n'))


def _man_option(option):
    letter = option['letter'] and f"\\fB\\-{option['letter']}\\fR, "
    value = option['value'] and f" \\fI{option['value']}\\fR"
    return f".TP\n{letter}\\fB\\-\\-{_troff(option['name'])}\\fR{value}\n{_troff(option['help'])}\n"


def _man_command(command, options):
    summary = command['summary']
    return (f".SS qkv {command['name']} {command['words']}\n"
            + f'{summary[0].upper()}{_troff(summary[1:])}.\n'
            + ''.join(f'.PP\n{_troff(text)}\n' for text in command['paragraphs'])
            + '.PP\n.nf\n' + ''.join(_troff(line) + '\n' for line in command['examples']) + '.fi\n'
            + ''.join(_man_option(options[i]) for i in command['options']))


def man(template, data):
    """Prints qkv(1), as troff source with the man macros."""
    rows, commands = data['options'], data['commands']
    _print_filled(template, {
        'VERSION': data['version'],
        'COMMANDS': ''.join(_man_command(command, rows) for command in commands),
        'OPTIONS': ''.join(_man_option(rows[i]) for i in data['everywhere']),
        'KEYS': ''.join(f'.TP\n.B \\&{_troff(keys)}\n{_troff(text)}\n'
                        for keys, text, here, there in data['keys'] if here),
        'HELP-KEYS': ''.join(f'.TP\n.B \\&{_troff(keys)}\n{_troff(text)}\n'
                             for keys, text, here, there in data['keys'] if there),
        'SUBJECTS': ''.join(f".TP\n.B {row['name']}\n{_troff(row['summary'])}\n"
                            for row in data['subjects']),
        'EXAMPLES': '.nf\n' + ''.join(_troff(command['examples'][0]) + '\n'
                                      for command in commands if command['examples']) + '.fi\n'})
