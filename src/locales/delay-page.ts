import en from './en/delay-page.json' with {type: 'json'}
import {createTexts} from './texts'

export const delayPageTexts = createTexts({en})
