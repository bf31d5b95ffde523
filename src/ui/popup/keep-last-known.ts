import {effect} from '@preact/signals'
import type {LibraryState} from '../state/library'
import type {SessionValues} from '../surface'
import {lastKnownPlace, type Shelf} from './last-known'

const mostCharacters = 400_000
const longestText = 300
const writtenAfter = 300

const cut = (_name: string, value: unknown) =>
  typeof value === 'string' && value.length > longestText ? value.slice(0, longestText) : value

/** As text, which the browser's memory answers fastest: as many rules as have room, in the user's order. */
function textOf({rows, groups, teamGroups, paused, size}: Shelf): string {
  const views: string[] = []
  let room = mostCharacters
  for (const row of rows.peek()) {
    const text = JSON.stringify(row.peek(), cut)
    room -= text.length
    if (room < 0) break
    views.push(text)
  }
  const head = JSON.stringify({
    paused: paused.peek(),
    size: size.peek(),
    groups: groups.peek(),
    teamGroups: teamGroups.peek(),
  })
  return `${head.slice(0, -1)},"views":[${views.join()}]}`
}

/** Keeps what is shown for the next popup; returns how to stop. */
export function keepLastKnown(library: LibraryState, session: SessionValues): () => void {
  let last = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    const text = textOf(library)
    if (text === last) return
    last = text
    // Without it the next popup only waits for the worker.
    session.write(lastKnownPlace, text).catch(() => undefined)
  }
  const stop = effect(() => {
    void [library.rows.value, library.changes.value, library.groups.value, library.paused.value]
    if (!library.isWhole.value) return
    clearTimeout(timer)
    timer = setTimeout(write, writtenAfter)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
