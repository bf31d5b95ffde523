import {Activity} from 'lucide-preact'
import {IconButton} from '../parts/icon-button'
import {hashes} from '../routes'
import {popupWords} from '../words'
import {usePopup} from './popup-context'
import {SyncLine} from './sync-line'

/** What stands in the foot before the button that is there from the first frame on, which does not move for it. */
export function Foot() {
  const {actions} = usePopup()
  return (
    <>
      <SyncLine />
      <IconButton icon={Activity} name={popupWords.activity} onClick={() => actions.open(hashes.activity)} />
    </>
  )
}
