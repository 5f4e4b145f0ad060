"""What torch.save was asked to write in this run, by the names of the files, and the folders that
were made for them. There is no file and no folder.
"""

by_name = {}
folders = set()


def name_of(path):
    parts = str(path).split('/')
    return '/'.join(part for place, part in enumerate(parts)
                    if part != '.' and (part or place == 0))


def make_folder(path, with_parents):
    name = name_of(path)
    folders.add(name)
    while with_parents and '/' in name[1:]:
        name = name[:name.rfind('/')]
        folders.add(name)
