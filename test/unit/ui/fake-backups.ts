import {verbatim} from '../../../src/model/faults'
import type {BackupList, BackupView} from '../../../src/api/library'
import type {MessageResponse, MessageBody, MessageName} from '../../../src/messaging/messages'
import {notFoundError} from '../../../src/api/service-error'
import type {LibraryView} from '../../../src/model/views'

type BackupMessage = Extract<MessageName, `backup.${string}`>
type Handlers = {readonly [N in BackupMessage]: (body: MessageBody<N>) => MessageResponse<N>}
type Shelf = Pick<LibraryView, 'rules' | 'groups'>

/** The backup messages of the worker. Backups are read in small parts. */
export function createFakeBackups(now: () => LibraryView, put: (shelf: Shelf) => void) {
  let kept: readonly {readonly view: BackupView; readonly shelf: Shelf}[] = []
  let failure: BackupList['failure'] = null
  const keep = (kind: BackupView['kind']) => {
    const {rules, groups} = now()
    const at = Math.max(Date.now(), (kept[0]?.view.at ?? 0) + 1)
    kept = [{view: {at, kind, rules: rules.length, groups: groups.length}, shelf: {rules, groups}}, ...kept]
    return at
  }
  const found = (at: number): Shelf => {
    const backup = kept.find(({view}) => view.at === at)
    if (!backup) throw notFoundError(verbatim('This backup'))
    return backup.shelf
  }
  const handlers: Handlers = {
    'backup.list': () => ({backups: kept.map(({view}) => view), failure}),
    'backup.make'() {
      if (kept[0]?.shelf.rules === now().rules) return false
      keep('asked')
      return true
    },
    'backup.restore'({at, undo}) {
      const shelf = found(at)
      if (undo) kept = kept.filter(({view}) => view.at !== at)
      const before = undo ? at : keep('before')
      put(shelf)
      return before
    },
    'backup.read'({at, from}) {
      const {rules, groups} = found(at)
      const records = {rules: rules.map(({rule}) => ({record: rule})), groups: groups.map(record => ({record}))}
      const text = JSON.stringify(records)
      return {text: text.slice(from, from + 100), isWhole: from + 100 >= text.length}
    },
  }
  return {
    handlers,
    fail(reason: string) {
      failure = verbatim(reason)
    },
  }
}
