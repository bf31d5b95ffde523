import {shortenName} from '../../sentences/quote'
import {X} from 'lucide-preact'
import type {ComponentChildren} from 'preact'
import {useId, useRef, useState} from 'preact/hooks'
import type {PairOf} from '../../../model/rules'
import {largestDataUrl} from '../../../model/rules/redirect'
import {getByteLength, formatBytes} from '../../format'
import {ErrorText} from '../error-text'
import {IconButton} from '../icon-button'
import {formTexts} from '../../../locales/forms'
import {useFocusFallback} from '../../hooks/use-focus-fallback'

type ChooseFileProps = {
  readonly name: string
  readonly class: string
  readonly describedBy?: string | undefined
  readonly onChoose: (file: File) => Promise<void>
  readonly children: ComponentChildren
}

export const ChooseFile = ({name, describedBy, onChoose, children, ...rest}: ChooseFileProps) => (
  <label class={`choose-file ${rest.class}`}>
    {children}
    <input
      type="file"
      class="unseen"
      aria-label={name}
      aria-invalid={describedBy === undefined ? undefined : true}
      aria-describedby={describedBy}
      onChange={event => {
        const input = event.currentTarget
        const file = input.files?.[0]
        if (!file) return
        // So that the same file can be chosen again.
        input.value = ''
        void onChoose(file)
      }}
    />
  </label>
)

export async function readTextFile(
  file: File,
  most: number,
): Promise<{readonly text: string} | {readonly refused: string}> {
  // Chrome reads a far too large file as an empty text.
  if (file.size > most) return {refused: formTexts('redirect.tooLarge', {name: shortenName(file.name)})}
  const text = await file.text()
  const isUnread = text === '' && file.size > 0
  if (isUnread || text.includes('\uFFFD'))
    return {refused: formTexts('redirect.notText', {name: shortenName(file.name)})}
  return {text}
}

type StoredFile = NonNullable<PairOf<'Redirect'>['file']>

type FilePickerProps = {
  readonly file: StoredFile | undefined
  readonly change: (file: StoredFile | undefined) => void
}

/** Stores the text of a file in the rule: an extension cannot read the file again later. */
export function FilePicker({file, change}: FilePickerProps) {
  const [refused, setRefused] = useState<string | null>(null)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useFocusFallback(box, ['input'])

  async function take(given: File) {
    const read = await readTextFile(given, largestDataUrl)
    setRefused('refused' in read ? read.refused : null)
    if ('text' in read) change({name: given.name, mimeType: given.type || 'text/plain', text: read.text})
  }

  return (
    <div class="file-picker" ref={box}>
      <ChooseFile
        name={formTexts('redirect.choose')}
        class="button button-small"
        describedBy={refused === null ? undefined : id}
        onChoose={take}
      >
        {formTexts('redirect.choose')}
      </ChooseFile>
      {file && (
        <>
          <code title={file.name}>{file.name}</code>
          <span class="hint">
            {formTexts('redirect.size', {
              size: formatBytes(getByteLength(file.text)),
              most: formatBytes(largestDataUrl),
            })}
          </span>
          <IconButton
            icon={X}
            name={formTexts('redirect.removeFile', {name: file.name})}
            onClick={() => change(undefined)}
          />
        </>
      )}
      <span role="alert">{refused !== null && <ErrorText id={id}>{refused}</ErrorText>}</span>
    </div>
  )
}
