// What a picture becomes by what has changed of it, as the table tells it.

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Gives an object with what is new or other in it; what is shown now stays as it is. */
export function withNew(shown, changes) {
  const made = { ...shown };
  for (const [name, value] of Object.entries(changes)) {
    made[name] = isObject(value) && isObject(made[name]) ? withNew(made[name], value) : value;
  }
  return made;
}

/** Gives an object without what lies at the end of each path. */
export function without(shown, paths) {
  return paths.reduce((made, [name, ...rest]) => {
    const { [name]: inner, ...others } = made;
    return rest.length ? { ...made, [name]: without(inner, [rest]) } : others;
  }, shown);
}
