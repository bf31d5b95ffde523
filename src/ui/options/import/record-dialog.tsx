import {Dialog} from '../../parts/dialog'
import {common, importWords as words} from '../../words'
import type {Entry} from './preview'

type RecordDialogProps = {readonly entry: Entry; readonly close: () => void}

/** All that is to be said of a record, and what it becomes, code included. */
export const RecordDialog = ({entry, close}: RecordDialogProps) => (
  <Dialog title={entry.name.trim() || common.untitled} close={close}>
    <p class="hint">{words.at(entry.at)}</p>
    {[...entry.faults, ...entry.notes].length > 0 && (
      <ul class="import-notes">
        {[...entry.faults, ...entry.notes].map((each, index) => (
          <li key={index}>{words.noteAt(each)}</li>
        ))}
      </ul>
    )}
    {entry.rule && (
      // Scrolled by keys, it must be reached by them.
      <pre class="import-record" tabIndex={0} role="region" aria-label={words.becomes}>
        {JSON.stringify(entry.rule, null, 2)}
      </pre>
    )}
  </Dialog>
)
