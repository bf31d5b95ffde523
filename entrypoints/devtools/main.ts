import {createPanel} from '../../src/browser/shared/devtools'
import {common} from '../../src/ui/words'

createPanel(common.product)
