import {computed, signal, type ReadonlySignal} from '@preact/signals'
import {useEffect, useMemo, useRef} from 'preact/hooks'
import type {Rule} from '../../../../contract/rule'
import {resourceTypes} from '../../../../contract/source'
import {usePage} from '../../../parts/library-context'
import type {Tested} from '../../../../simulator/tested'
import {testedPlace} from '../../../tester/kept'
import {changedTo, readKept, startFor} from './start'

/** As long as one types, nothing is written. */
const pause = 300
/** Longer ones are not worth keeping. */
const mostKept = 100_000

export type TestedState = {
  readonly tested: ReadonlySignal<Tested | null>
  change(changes: Partial<Tested>): void
}

/** What the address of the form says of the request that it was opened for. */
function givenIn(query: URLSearchParams): Partial<Tested> {
  const url = query.get('url')
  const type = resourceTypes.find(each => each === query.get('requestType'))
  return {...(url ? {url} : {}), ...(type ? {resourceType: type} : {})}
}

/** The request that is tested: as last left for this rule, else made from what the rule says as long as nobody has typed one. */
export function useTested(id: string | undefined, rule: ReadonlySignal<Rule>): TestedState {
  const {kept} = usePage().surface
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const place = useRef(id)
  const state = useMemo(() => {
    const given = givenIn(new URLSearchParams(location.hash.split('?')[1] ?? ''))
    const own = signal<Tested | null>(null)
    const isRead = signal(id === undefined)
    const write = () => {
      clearTimeout(timer.current)
      const value = own.peek()
      if (value === null || place.current === undefined || value.url.length + value.payload.length > mostKept) return
      // What cannot be kept is typed again; nobody is to be stopped by it.
      void kept.write(testedPlace(place.current), value).catch(() => undefined)
    }
    return {own, isRead, given, write}
  }, [])
  useEffect(() => {
    place.current = id
    // A new rule that was saved takes its test along.
    if (id === undefined || state.own.peek() !== null) return state.write()
    let isHere = true
    const read = async () => {
      const last = await kept.read(testedPlace(id)).catch(() => undefined)
      if (!isHere) return
      state.own.value ??= readKept(last)
      state.isRead.value = true
    }
    void read()
    return () => {
      isHere = false
    }
  }, [id])
  useEffect(() => state.write, [])
  return useMemo(() => {
    const current = () => state.own.value ?? startFor(rule.value, state.given)
    return {
      tested: computed(() => (state.isRead.value ? current() : null)),
      change(changes) {
        state.own.value = changedTo(current(), changes)
        clearTimeout(timer.current)
        timer.current = setTimeout(state.write, pause)
      },
    }
  }, [rule])
}
