import { useData, withBase } from "vitepress";
import Theme from "vitepress/theme";
import { h, onMounted, ref } from "vue";
import "./style.css";

/** A topic of the demo page, in the colours of the site. */
const DemoFrame = {
  props: { topic: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    // The server does not know the reader's colours.
    const mounted = ref(false);
    onMounted(() => {
      mounted.value = true;
    });
    return () => {
      const page = withBase("/demo/index.html");
      const address = `#/${props.topic}`;
      const name = props.topic.replace(/\?.*/, "").replaceAll("-", " ");
      return h("figure", { class: "demo-frame" }, [
        mounted.value
          ? h("iframe", {
              src: `${page}?embedded&theme=${isDark.value ? "dark" : "light"}${address}`,
              title: `The demo page: ${name}`,
              loading: "lazy",
              allow: "clipboard-write; fullscreen",
            })
          : h("div", { class: "demo-frame-place" }),
        h("figcaption", [
          "Drag to turn the scene, drag the shapes to move them. ",
          h("a", { href: `${page}${address}`, target: "_blank", rel: "noopener" }, "Open it on its own page"),
        ]),
      ]);
    };
  },
};

export default {
  extends: Theme,
  enhanceApp({ app }) {
    app.component("DemoFrame", DemoFrame);
  },
};
