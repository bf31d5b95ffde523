import {KeyDialog} from '../../parts/key-dialog'
import {ShortcutTable} from './shortcut-table'

export const KeyListDialog = ({close}: {readonly close: () => void}) => (
  <KeyDialog close={close}>
    <ShortcutTable />
  </KeyDialog>
)
