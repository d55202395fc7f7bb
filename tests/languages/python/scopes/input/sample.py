import tools
total = 0


def work(item, tools2, *extra):
    global total
    total = item + extra
    found = [part.name + item for part in item.parts if check(part, outer)]
    same = {item: item for item in item}
    ordered = sorted(found, key=lambda pair: pair[0] + base)
    if (size := len(found)) > threshold:
        ordered = size
    try:
        pass
    except Failure as error:
        print(error, Failure)
    with opened as (one, two):
        one(two)
    del same
    for tools2.current in ordered:
        tools.run(tools2)

    def inner():
        nonlocal ordered
        ordered = found
        return missing

    match item:
        case Point(x=0, y=y) if y > bound:
            return y
        case [tools.ORIGIN, *others] | {"k": others}:
            return others
        case captured:
            return captured
    return inner


class Local:
    name = 1
    other = name

    def read(self):
        return name
