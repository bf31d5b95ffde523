import {Dialog} from '../../parts/dialog'
import {keyListWords} from '../../words'
import {ShortcutTable} from './shortcut-table'

export const KeyListDialog = ({close}: {readonly close: () => void}) => (
  <Dialog title={keyListWords.title} close={close}>
    <ShortcutTable />
  </Dialog>
)
