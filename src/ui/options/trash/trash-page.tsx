import {ChevronLeft, Folder, TriangleAlert} from 'lucide-preact'
import {useMemo, useRef} from 'preact/hooks'
import {isRuleType} from '../../../model/rules'
import type {TrashedView} from '../../../model/views'
import {formatNumber, getDaysLeft, formatTime} from '../../format'
import {Failure} from '../../components/failure'
import {RuleTypeIcon} from '../../components/rule-type-icon'
import {usePage} from '../../state/page-context'
import {hashes} from '../../routes'
import {commonTexts} from '../../../locales/common'
import {trashTexts} from '../../../locales/trash'
import {PageTitle} from '../page-title'
import {useRovingFocus} from '../../hooks/use-roving-focus'
import {useFetched} from '../../hooks/use-fetched'
import {useVirtualList} from '../../hooks/use-virtual-list'
import {createTrashCommands} from './trash-commands'

const columns = ['name', 'type', 'from', 'deleted', 'left'] as const
const lastDeletedFirst = (all: readonly TrashedView[]) => all.toSorted((a, b) => b.deletedAt - a.deletedAt)

export function TrashPage() {
  const {library, client} = usePage()
  const {
    value: trashed,
    failure,
    reload: read,
  } = useFetched<readonly TrashedView[] | null>(
    async () => lastDeletedFirst(await client.ask('trash.list', {})),
    null,
    again => client.onChange(again),
  )
  const commands = useMemo(() => createTrashCommands(library, client), [library, client])
  const all = trashed.value ?? []
  const ids = all.map(each => each.id)
  const roving = useRovingFocus(ids, index => list.reveal(index))
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualList({scroller, count: all.length, focusedIndex: ids.indexOf(roving.current ?? '')})

  async function runAndFocus(id: string, work: () => Promise<boolean>) {
    const next = roving.after(id)
    if (!(await work())) return
    await read()
    if (next === undefined) document.querySelector<HTMLElement>('main h1')?.focus()
    else roving.focus(next)
  }
  async function emptyTrash() {
    if (!(await commands.purge(all))) return
    await read()
    document.querySelector<HTMLElement>('main h1')?.focus()
  }

  const now = Date.now()
  return (
    <>
      <header class="page-head">
        <a class="icon-button" href={hashes.rules} aria-label={trashTexts('back')} title={trashTexts('back')}>
          <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
        <PageTitle>{trashTexts('title')}</PageTitle>
        {all.length > 0 && <span class="count">{formatNumber(all.length)}</span>}
        <span class="hint">{trashTexts('about')}</span>
        <span class="fill" />
        {all.length > 0 && (
          <button type="button" class="button" onClick={() => void emptyTrash()}>
            {trashTexts('emptyAll')}
          </button>
        )}
      </header>
      <div class="scroll" ref={scroller}>
        {failure.value !== null && <Failure title={trashTexts('unread')} reason={failure.value} retry={read} />}
        {trashed.value?.length === 0 && <p class="empty">{trashTexts('empty')}</p>}
        {all.length > 0 && (
          <div
            role="grid"
            class="trash"
            aria-label={trashTexts('title')}
            aria-rowcount={all.length + 1}
            {...roving.props}
          >
            <div role="row" class="trash-heads" aria-rowindex={1}>
              {columns.map(column => (
                <span key={column} role="columnheader">
                  {trashTexts(`columns.${column}`)}
                </span>
              ))}
              <span role="columnheader" class="unseen">
                {trashTexts('actions')}
              </span>
            </div>
            <div role="rowgroup" class="drawn-rows" {...list.body}>
              {list.rows.map(({index, top}) => {
                const each = all[index]
                return each ? (
                  <TrashRow
                    key={each.id}
                    trashed={each}
                    index={index}
                    top={top}
                    now={now}
                    isCurrent={each.id === roving.current}
                    restore={() => void runAndFocus(each.id, () => commands.restore(each))}
                    purge={() => void runAndFocus(each.id, () => commands.purge([each]))}
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

const formatType = ({kind, ruleType}: TrashedView): string =>
  kind === 'group'
    ? trashTexts('group')
    : isRuleType(ruleType)
      ? commonTexts(`type.${ruleType}.label`)
      : trashTexts('unknown')

type TrashRowProps = {
  readonly trashed: TrashedView
  readonly index: number
  readonly top: string | undefined
  readonly now: number
  readonly isCurrent: boolean
  readonly restore: () => void
  readonly purge: () => void
}

function TrashRow({trashed, index, top, now, isCurrent, restore, purge}: TrashRowProps) {
  const {id, kind, ruleType, from, deletedAt} = trashed
  const name = trashed.name || commonTexts('untitled')
  const Other = kind === 'group' ? Folder : TriangleAlert
  return (
    <div
      role="row"
      class="trash-row"
      data-row={id}
      style={{top}}
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={index + 2}
      onKeyDown={event => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return
        event.preventDefault()
        if (!event.repeat) restore()
      }}
    >
      <span role="rowheader" class="row-name">
        {isRuleType(ruleType) ? (
          <RuleTypeIcon type={ruleType} off />
        ) : (
          <Other class="hint" size={16} strokeWidth={1.75} aria-hidden="true" />
        )}
        <span dir="auto" class="cut" title={name}>
          {name}
        </span>
      </span>
      <span role="gridcell">{formatType(trashed)}</span>
      <span role="gridcell" class="cut" title={from}>
        {(from || kind === 'rule') && <bdi>{from || commonTexts('noGroup')}</bdi>}
      </span>
      <span role="gridcell">
        <span class="trash-word">{trashTexts('deletedOn')} </span>
        {formatTime(deletedAt, now)}
      </span>
      <span role="gridcell">{trashTexts('daysLeft', {days: getDaysLeft(deletedAt, now)})}</span>
      <span role="gridcell" class="row-actions">
        <button
          type="button"
          class="button button-small"
          aria-label={trashTexts('restoreNamed', {name})}
          onClick={restore}
        >
          {trashTexts('restore')}
        </button>
        <button
          type="button"
          class="button button-small button-quiet"
          aria-label={trashTexts('purgeNamed', {name})}
          onClick={purge}
        >
          {trashTexts('purge')}
        </button>
      </span>
    </div>
  )
}
