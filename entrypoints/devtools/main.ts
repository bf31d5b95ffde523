import {createPanel} from '../../src/browser/shared/devtools'
import {commonTexts} from '../../src/locales/common'

createPanel(commonTexts('product'))
