import {useSignal} from '@preact/signals'
import {useEffect} from 'preact/hooks'
import type {TrashedView} from '../../../contract/views'
import {usePage} from '../../parts/library-context'
import {draftWords, shellWords} from '../../words'
import {Nowhere} from '../nowhere'
import {createTrashSteps} from '../trash/steps'

/** Where a rule was that is not here any more. What lies in the trash comes back from here. */
export function GoneRule({id}: {readonly id: string}) {
  const {library, client} = usePage()
  const lying = useSignal<TrashedView | undefined>(undefined)
  useEffect(() => {
    client.ask('trash.list', {}).then(
      all => (lying.value = all.find(each => each.id === id)),
      // The trash says itself why it cannot be read.
      () => undefined,
    )
  }, [])
  const found = lying.value
  return (
    <Nowhere title={shellWords.noRule}>
      {found && (
        <>
          {' '}
          <button
            type="button"
            class="link-button"
            onClick={() => void createTrashSteps(library, client).restore(found)}
          >
            {draftWords.restore}
          </button>
        </>
      )}
    </Nowhere>
  )
}
