import {useSignal} from '@preact/signals'
import {ChevronLeft} from 'lucide-preact'
import {useEffect} from 'preact/hooks'
import type {TrashedView} from '../../../contract/views'
import {isRuleType} from '../../../contract/rules'
import {daysLeft, when} from '../../numbers'
import {Glyph} from '../../parts/glyph'
import {usePage} from '../../parts/library-context'
import {hashes} from '../../routes'
import {common, trashWords, typeWords} from '../../words'
import {PageTitle} from '../page-title'

const typeOf = ({kind, ruleType}: TrashedView): string =>
  kind === 'group' ? trashWords.group : isRuleType(ruleType) ? typeWords[ruleType].label : trashWords.unknown

export function TrashPage() {
  const {library, client} = usePage()
  const trashed = useSignal<readonly TrashedView[] | null>(null)

  const read = async () => {
    try {
      trashed.value = await client.ask('trash.list', {})
    } catch (error) {
      library.toasts.refuse(error)
    }
  }
  useEffect(() => {
    void read()
    return client.onChange(() => void read())
  }, [client])

  async function act(name: 'trash.restore' | 'trash.purge', ids: readonly string[], report: string) {
    const done = await library.run(() => client.ask(name, {ids: [...ids]}))
    if (done === undefined) return
    await read()
    library.toasts.report(report)
  }

  const all = trashed.value ?? []
  const now = Date.now()
  return (
    <>
      <header class="page-head">
        <a class="icon-button" href={hashes.rules} aria-label={trashWords.back} title={trashWords.back}>
          <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
        <PageTitle>{trashWords.title}</PageTitle>
        <span class="hint">{trashWords.about}</span>
        <span class="fill" />
        {all.length > 0 && (
          <button
            type="button"
            class="button"
            onClick={() => {
              const ids = all.map(each => each.id)
              void act('trash.purge', ids, trashWords.emptied(ids.length))
            }}
          >
            {trashWords.emptyAll}
          </button>
        )}
      </header>
      <div class="scroll">
        {trashed.value?.length === 0 && <p class="empty">{trashWords.empty}</p>}
        {all.length > 0 && (
          <table class="trash">
            <thead>
              <tr>
                {[trashWords.name, trashWords.type, trashWords.from, trashWords.deleted, trashWords.left].map(head => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {all.map(each => {
                const name = each.name || common.untitled
                return (
                  <tr key={each.id}>
                    <th scope="row">
                      <span class="trash-name">
                        {isRuleType(each.ruleType) && <Glyph type={each.ruleType} off />}
                        {name}
                      </span>
                    </th>
                    <td>{typeOf(each)}</td>
                    <td>{each.from || (each.kind === 'rule' ? common.noGroup : '')}</td>
                    <td>{when(each.deletedAt, now)}</td>
                    <td>{trashWords.daysLeft(daysLeft(each.deletedAt, now))}</td>
                    <td class="trash-actions">
                      <button
                        type="button"
                        class="button button-small"
                        aria-label={trashWords.restoreNamed(name)}
                        onClick={() => void act('trash.restore', [each.id], common.restored(name))}
                      >
                        {trashWords.restore}
                      </button>
                      <button
                        type="button"
                        class="button button-small button-quiet"
                        aria-label={trashWords.purgeNamed(name)}
                        onClick={() => void act('trash.purge', [each.id], trashWords.purged(name))}
                      >
                        {trashWords.purge}
                      </button>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
      </div>
    </>
  )
}
