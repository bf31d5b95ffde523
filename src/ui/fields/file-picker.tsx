import {useId, useRef, useState} from 'preact/hooks'
import {X} from 'lucide-preact'
import {largestDataUrl} from '../../contract/rules/redirect'
import type {PairOf} from '../../contract/rules'
import {byteLength, bytes} from '../numbers'
import {ErrorText} from '../parts/error-text'
import {IconButton} from '../parts/icon-button'
import {formWords} from '../words'
import {ChooseFile} from './choose-file'
import {useKeptFocus} from './keep-focus'
import {readTextFile} from './text-file'

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

  async function take(given: File) {
    const read = await readTextFile(given, largestDataUrl)
    setRefused('refused' in read ? read.refused : null)
    if ('text' in read) change({name: given.name, mimeType: given.type || 'text/plain', text: read.text})
  }

  return (
    <div class="file-picker" ref={box}>
      <ChooseFile
        name={formWords.redirect.choose}
        class="button button-small"
        describedBy={refused === null ? undefined : id}
        take={take}
      >
        {formWords.redirect.choose}
      </ChooseFile>
      {file && (
        <>
          <code title={file.name}>{file.name}</code>
          <span class="hint">{formWords.redirect.size(bytes(byteLength(file.text)), bytes(largestDataUrl))}</span>
          <IconButton icon={X} name={formWords.redirect.removeFile(file.name)} onClick={() => change(undefined)} />
        </>
      )}
      <span role="alert">{refused !== null && <ErrorText id={id}>{refused}</ErrorText>}</span>
    </div>
  )
}
