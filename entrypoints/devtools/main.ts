import {createPanel} from '../../src/platform/devtools'
import {common} from '../../src/ui/words'

createPanel(common.product)
