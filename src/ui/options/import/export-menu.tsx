import {Download} from 'lucide-preact'
import {Menu} from '../../parts/menu'
import {usePage} from '../../parts/library-context'
import {common, importWords as words} from '../../words'
import {exportAll, exportForRequestly, exportGroup} from './export-rules'

/** What leaves: everything, or one group. What is selected in the list leaves from there. */
export function ExportMenu() {
  const {library} = usePage()
  const all = words.allRules(library.size.value)
  return (
    <Menu
      name={words.export}
      menuName={words.export}
      class="button"
      wide
      items={() => [
        {id: 'all', label: all, hint: words.ownFormat, choose: () => void exportAll(library)},
        {
          id: 'requestly',
          label: words.forRequestly,
          hint: words.requestlyFormat,
          choose: () => void exportForRequestly(library),
        },
        ...library.groups.peek().map(({id, name}) => ({
          id: `g:${id}`,
          label: words.groupNamed(name.trim() || common.untitled),
          hint: words.ownFormat,
          choose: () => void exportGroup(library, {id, name}),
        })),
      ]}
    >
      <Download size={16} strokeWidth={1.75} aria-hidden="true" />
      {words.exportButton}
    </Menu>
  )
}
