import type {ReadonlySignal} from '@preact/signals'
import type {ComponentType} from 'preact'
import {useEffect, useRef, useState} from 'preact/hooks'
import type {Rule} from '../../../../contract/rule'
import type {Row} from '../../../state/library'
import {hasMod} from '../../../parts/keys'
import {editorWords} from '../../../words'
import {useOptions} from '../../options-context'
import type {Judge} from '../judge'
import {judgeFor} from '../judging'
import {useFoot} from '../../use-foot'

type TesterProps = {
  readonly draft: {readonly rule: ReadonlySignal<Rule>; readonly base: ReadonlySignal<Rule>}
  /** Undefined for a new rule. */
  readonly id: string | undefined
  readonly row: Row | undefined
}

export type StripProps = TesterProps & {readonly judge: Judge}
type Loaded = {readonly Strip: ComponentType<StripProps>; readonly judge: Judge}

/** The place of the tester at the foot of the form: held from the first frame, filled once the tester has been loaded. */
export function TesterPlace(props: TesterProps) {
  const {surface} = useOptions()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    let isHere = true
    const load = async () => {
      const [{Strip}, judge] = await Promise.all([import('./strip'), judgeFor(surface)])
      if (isHere) setLoaded({Strip, judge})
    }
    void load()
    return () => {
      isHere = false
    }
  }, [])
  useFoot(place)
  useEffect(() => {
    let before: HTMLElement | null = null
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !hasMod(event) || event.altKey || event.shiftKey) return
      const url = place.current?.querySelector<HTMLInputElement>('[data-tested-url]')
      if (!url || document.querySelector('[role=menu], dialog[open]')) return
      event.preventDefault()
      // In a row it would add one.
      event.stopPropagation()
      const {activeElement} = document
      if (place.current?.contains(activeElement)) {
        if (before?.isConnected) before.focus()
      } else {
        before = activeElement instanceof HTMLElement ? activeElement : null
        url.focus()
        url.select()
      }
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  return (
    <section class="tester" ref={place} aria-label={editorWords.tester}>
      {loaded && <loaded.Strip {...props} judge={loaded.judge} />}
    </section>
  )
}
