// What a picture becomes by what has changed of it, as the table tells it.

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Gives the picture of now, made of the one that is shown; that one stays as it is. */
export function changed(shown, { set, at, gone }) {
  return without(at.reduce((made, [path, values]) => withValues(made, path, values), withNew(shown, set)), gone);
}

function withNew(shown, changes) {
  const made = { ...shown };
  for (const [name, value] of Object.entries(changes)) {
    made[name] = isObject(value) && isObject(made[name]) ? withNew(made[name], value) : value;
  }
  return made;
}

/** Gives a picture with other values in the list at the end of a path, by their indexes. */
function withValues(shown, [name, ...rest], values) {
  if (rest.length) return { ...shown, [name]: withValues(shown[name], rest, values) };
  return { ...shown, [name]: Object.assign([...shown[name]], values) };
}

/** Gives a picture without what lies at the end of each path. */
function without(shown, paths) {
  return paths.reduce((made, [name, ...rest]) => {
    const { [name]: inner, ...others } = made;
    return rest.length ? { ...made, [name]: without(inner, [rest]) } : others;
  }, shown);
}
