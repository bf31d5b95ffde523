import {useId, useRef, useState} from 'preact/hooks'
import {X} from 'lucide-preact'
import {largestDataUrl} from '../../contract/rules/redirect'
import type {PairOf} from '../../contract/rules'
import {byteLength, bytes} from '../numbers'
import {ErrorText} from '../parts/error-text'
import {IconButton} from '../parts/icon-button'
import {formWords} from '../words'
import {useKeptFocus} from './keep-focus'

type KeptFile = NonNullable<PairOf<'Redirect'>['file']>

type FilePickerProps = {
  readonly file: KeptFile | undefined
  readonly change: (file: KeptFile | undefined) => void
}

/** Keeps the text of a file in the rule: an extension cannot read the file again later. */
export function FilePicker({file, change}: FilePickerProps) {
  const [refused, setRefused] = useState<string | null>(null)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box, ['input'])

  async function take(given: File | undefined) {
    if (!given) return
    const text = await given.text()
    const isText = !text.includes('\uFFFD')
    const isSmall = byteLength(text) <= largestDataUrl
    setRefused(
      !isText ? formWords.redirect.notText(given.name) : isSmall ? null : formWords.redirect.tooLarge(given.name),
    )
    if (isText && isSmall) change({name: given.name, mimeType: given.type || 'text/plain', text})
  }

  return (
    <div class="file-picker" ref={box}>
      <label class="button button-small">
        {formWords.redirect.choose}
        <input
          type="file"
          class="unseen"
          aria-label={formWords.redirect.choose}
          aria-describedby={refused === null ? undefined : id}
          onChange={event => {
            const input = event.currentTarget
            void take(input.files?.[0]).finally(() => {
              // The same file can be chosen again after it was changed.
              input.value = ''
            })
          }}
        />
      </label>
      {file && (
        <>
          <code>{file.name}</code>
          <span class="hint">{formWords.redirect.size(bytes(byteLength(file.text)), bytes(largestDataUrl))}</span>
          <IconButton icon={X} name={formWords.redirect.removeFile(file.name)} onClick={() => change(undefined)} />
        </>
      )}
      {refused !== null && <ErrorText id={id}>{refused}</ErrorText>}
    </div>
  )
}
