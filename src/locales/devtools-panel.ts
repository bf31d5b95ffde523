import en from './en/devtools-panel.json' with {type: 'json'}
import {createTexts} from './texts'

export const devtoolsPanelTexts = createTexts({en})
