import {useSignal} from '@preact/signals'
import {importWords as words} from '../../words'

type StartProps = {readonly text: (text: string) => void}

/** Before a file is read: where it comes from, and a place to paste. */
export function Start({text}: StartProps) {
  const pasted = useSignal('')
  const isEmpty = pasted.value.trim() === ''
  return (
    <div class="scroll import-start">
      <h2>{words.startTitle}</h2>
      <p>{words.startText}</p>
      <ul class="import-formats">
        {words.formats.map(format => (
          <li key={format}>{format}</li>
        ))}
      </ul>
      <form
        class="import-paste"
        onSubmit={event => {
          event.preventDefault()
          if (!isEmpty) text(pasted.peek())
        }}
      >
        <label for="import-paste">{words.paste}</label>
        <textarea
          id="import-paste"
          class="field"
          rows={5}
          spellcheck={false}
          placeholder={words.pasteHint}
          value={pasted.value}
          onInput={event => {
            pasted.value = event.currentTarget.value
          }}
        />
        <button type="submit" class="button" aria-disabled={isEmpty ? true : undefined}>
          {words.look}
        </button>
      </form>
      <p class="hint">{words.startHint}</p>
    </div>
  )
}
