import en from './en/sync.json' with {type: 'json'}
import {createTexts} from './texts'

export const syncTexts = createTexts({en})
