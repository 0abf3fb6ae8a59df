// The screens of image choices, rankings and sliders. They are small: one file for all costs every form less than three.
export { ImageChoiceScreen } from './image-choice.tsx';
export { RankingScreen } from './ranking.tsx';
export { SliderScreen } from './slider.tsx';
