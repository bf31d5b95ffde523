import {signal, type ReadonlySignal} from '@preact/signals'
import {isInText} from '../../parts/typing'

/** Whether a text field has the focus in a window that has it too: whoever looks at another tab types nowhere here. */
export function watchTyping(): {readonly isTyping: ReadonlySignal<boolean>; readonly stop: () => void} {
  const isTypingNow = () => document.hasFocus() && isInText(document.activeElement)
  const isTyping = signal(isTypingNow())
  const listening = new AbortController()
  const look = () => {
    isTyping.value = isTypingNow()
  }
  // When a field is left, the next one has the focus a moment later.
  const lookSoon = () => void setTimeout(look)
  const {signal: until} = listening
  document.addEventListener('focusin', look, {signal: until})
  document.addEventListener('focusout', lookSoon, {signal: until})
  addEventListener('blur', look, {signal: until})
  addEventListener('focus', look, {signal: until})
  return {isTyping, stop: () => listening.abort()}
}
