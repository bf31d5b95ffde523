import type {StepSaid} from '../../fields/use-field'
import {forgetTypedIn, isInText, noteTyped} from '../../parts/typing'
import {same} from '../../same'
import type {Left, Toasts} from '../../state/toasts'
import {formWords} from '../../words'
import {isSameWriting, takeBack, writingOf, type Writing} from './change-in-step'
import type {Draft} from './draft'

/** What was typed into one field, with nothing else done in between. */
type Typing = {
  readonly field: HTMLElement
  readonly before: Writing
  after: Writing
  /** Tells it from steps that were made since. */
  readonly at: number
  readonly forget: () => void
}

type Needs = {
  readonly draft: Draft
  readonly toasts: Pick<Toasts, 'lastAt'>
  /** Returns how to forget it. */
  readonly step: (said: StepSaid, putBack: () => Left | undefined) => () => void
}

/**
 * Makes steps of what is typed, each in its turn among the others. While nothing else was done since, the browser takes it back letter by
 * letter; later, or when a field was moved, it knows nothing of it any more. Returns how to stop.
 */
export function watchTypedSteps({draft, toasts, step}: Needs): () => void {
  let before = writingOf(draft)
  let typing: Typing | undefined

  function begin(field: HTMLElement, after: Writing): Typing {
    const start = before
    const forget = step(formWords.chosen(field.getAttribute('aria-label') ?? ''), () => {
      forgetTypedIn(field)
      return takeBack(draft, start, begun.after)
    })
    const begun: Typing = {field, before: start, after, at: toasts.lastAt(), forget}
    return begun
  }

  const onTyping = () => {
    before = writingOf(draft)
  }
  const onTyped = (event: Event) => {
    const {target} = event
    const now = writingOf(draft)
    if (!(target instanceof HTMLElement) || !isInText(event) || isSameWriting(before, now)) return
    const isGoingOn = typing?.field === target && typing.at === toasts.lastAt()
    // What the browser takes back of earlier steps is none of its own.
    if (!isGoingOn && (event as InputEvent).inputType?.startsWith('history')) return
    if (!typing || !isGoingOn) typing = begin(target, now)
    typing.after = now
    // Its step is no later than the typing itself.
    noteTyped(event)
    if (!same(typing.before.fields, now.fields) || !same(typing.before.pairs, now.pairs)) return
    typing.forget()
    typing = undefined
    forgetTypedIn(target)
  }
  const listening = new AbortController()
  const {signal} = listening
  // Before the field has heard it, and after everyone else.
  addEventListener('input', onTyping, {capture: true, signal})
  addEventListener('input', onTyped, {signal})
  return () => listening.abort()
}
