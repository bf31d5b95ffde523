import en from './en/devtools-panel.json'
import {createTexts} from './texts'

export const devtoolsPanelTexts = createTexts({en})
