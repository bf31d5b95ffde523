import {Download} from 'lucide-preact'
import {Menu, type MenuItem} from '../../parts/menu'
import {usePage} from '../../parts/library-context'
import {common, formatWords, importWords as words} from '../../words'
import {exportAll, exportGroup, type FileShape} from './export-rules'

const inEachShape = (id: string, label: string, write: (shape: FileShape) => Promise<void>): MenuItem[] => [
  {id, label, hint: formatWords.own, choose: () => void write('own')},
  {
    id: `${id}:requestly`,
    label: formatWords.forRequestly(label),
    hint: formatWords.requestly,
    choose: () => void write('requestly'),
  },
]

/** What leaves: everything, or one group. What is selected in the list leaves from there. */
export function ExportMenu() {
  const {library} = usePage()
  return (
    <Menu
      name={words.export}
      menuName={words.export}
      class="button"
      wide
      items={() => [
        ...inEachShape('all', words.allRules(library.size.value), shape => exportAll(library, shape)),
        ...library.groups
          .peek()
          .flatMap(({id, name}) =>
            inEachShape(`g:${id}`, words.groupNamed(name.trim() || common.untitled), shape =>
              exportGroup(library, {id, name}, shape),
            ),
          ),
      ]}
    >
      <Download size={16} strokeWidth={1.75} aria-hidden="true" />
      {words.exportButton}
    </Menu>
  )
}
