import {ChevronLeft} from 'lucide-preact'
import {useMemo} from 'preact/hooks'
import type {TrashedView} from '../../../contract/views'
import {grouped} from '../../numbers'
import {Failure} from '../../parts/failure'
import {usePage} from '../../parts/library-context'
import {hashes} from '../../routes'
import {trashWords as words} from '../../words'
import {PageTitle} from '../page-title'
import {useRoving} from '../roving'
import {useAsked} from '../use-asked'
import {useWindow} from '../use-window'
import {createTrashSteps} from './steps'
import {TrashRow} from './trash-row'

const heads = [words.name, words.type, words.from, words.deleted, words.left]
const lastDeletedFirst = (all: readonly TrashedView[]) => all.toSorted((a, b) => b.deletedAt - a.deletedAt)

export function TrashPage() {
  const {library, client} = usePage()
  const {
    answer: trashed,
    failure,
    again: read,
  } = useAsked<readonly TrashedView[] | null>(
    async () => lastDeletedFirst(await client.ask('trash.list', {})),
    null,
    again => client.onChange(again),
  )
  const steps = useMemo(() => createTrashSteps(library, client), [library, client])
  const all = trashed.value ?? []
  const list = useWindow(all.length)
  const roving = useRoving(
    all.map(each => each.id),
    list.reveal,
  )

  async function act(id: string, work: () => Promise<boolean>) {
    const next = roving.after(id)
    if (!(await work())) return
    await read()
    if (next === undefined) document.querySelector<HTMLElement>('main h1')?.focus()
    else roving.focus(next)
  }
  async function empty() {
    if (!(await steps.purge(all))) return
    await read()
    document.querySelector<HTMLElement>('main h1')?.focus()
  }

  const now = Date.now()
  const shown = list.shown(all.findIndex(each => each.id === roving.current))
  return (
    <>
      <header class="page-head">
        <a class="icon-button" href={hashes.rules} aria-label={words.back} title={words.back}>
          <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
        <PageTitle>{words.title}</PageTitle>
        {all.length > 0 && <span class="count">{grouped(all.length)}</span>}
        <span class="hint">{words.about}</span>
        <span class="fill" />
        {all.length > 0 && (
          <button type="button" class="button" onClick={() => void empty()}>
            {words.emptyAll}
          </button>
        )}
      </header>
      <div class="scroll" ref={list.scroll} onScroll={list.look}>
        {failure.value !== null && <Failure title={words.unread} reason={failure.value} again={read} />}
        {trashed.value?.length === 0 && <p class="empty">{words.empty}</p>}
        {all.length > 0 && (
          <div role="grid" class="trash" aria-label={words.title} aria-rowcount={all.length + 1} {...roving.props}>
            <div role="row" class="trash-heads" aria-rowindex={1}>
              {heads.map(head => (
                <span key={head} role="columnheader">
                  {head}
                </span>
              ))}
              <span role="columnheader" class="unseen">
                {words.actions}
              </span>
            </div>
            <div role="rowgroup" class="drawn-rows" style={{height: `${list.height}px`}}>
              {shown.map(index => {
                const each = all[index]
                return each ? (
                  <TrashRow
                    key={each.id}
                    trashed={each}
                    index={index}
                    top={list.topOf(index)}
                    now={now}
                    isCurrent={each.id === roving.current}
                    restore={() => void act(each.id, () => steps.restore(each))}
                    purge={() => void act(each.id, () => steps.purge([each]))}
                  />
                ) : null
              })}
            </div>
          </div>
        )}
      </div>
    </>
  )
}
