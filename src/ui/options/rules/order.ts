import type {Section} from '../../state/sections'

/** A place for a rule: above `before`, or last where it is null, in the group. */
export type Target = {readonly before: string | null; readonly groupId: string}

type IdSection = Section<string>

function placeOf(sections: readonly IdSection[], id: string) {
  for (const [index, section] of sections.entries()) {
    const at = section.items.indexOf(id)
    if (at >= 0) return {index, section, at}
  }
  return undefined
}

/** One step up; from the top of a group to the end of the one above. Nothing at the very top. */
export function above(sections: readonly IdSection[], id: string): Target | undefined {
  const place = placeOf(sections, id)
  if (!place) return undefined
  const previous = place.section.items[place.at - 1]
  if (previous !== undefined) return {before: previous, groupId: place.section.id}
  const upper = sections[place.index - 1]
  return upper && {before: null, groupId: upper.id}
}

/** One step down; from the end of a group to the top of the one below. */
export function below(sections: readonly IdSection[], id: string): Target | undefined {
  const place = placeOf(sections, id)
  if (!place) return undefined
  const {items} = place.section
  if (place.at < items.length - 1) return {before: items[place.at + 2] ?? null, groupId: place.section.id}
  const lower = sections[place.index + 1]
  if (lower) return {before: lower.items[0] ?? null, groupId: lower.id}
  // The last group stands above the rules without one, also when there are none yet.
  return place.section.id === '' ? undefined : {before: null, groupId: ''}
}

/** What comes after a rule in its group: where its copy goes. */
export function after(sections: readonly IdSection[], id: string): Target | undefined {
  const place = placeOf(sections, id)
  return place && {before: place.section.items[place.at + 1] ?? null, groupId: place.section.id}
}

/** The row that takes the focus when this one is gone. */
export function neighbour(sections: readonly IdSection[], id: string): string | undefined {
  const ids = sections.flatMap(section => section.items)
  const at = ids.indexOf(id)
  return ids[at + 1] ?? ids[at - 1]
}
