// A table of six drawn by charm's wish and Bubble Tea, the peer of the SSH front: `wish_table KEY whole|once`.
// It says where it listens, lets everybody in, and shows each a table of their own, at which keys 1 to 9 choose a card;
// it ends with its standard input. `whole` draws the whole view at each key, as such programs do; `once` draws what no
// key changes once for all, as an author who cares would.
package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/wish"
	bm "github.com/charmbracelet/wish/bubbletea"
	"github.com/gliderlabs/ssh"
)

var (
	faint  = lipgloss.NewStyle().Foreground(lipgloss.Color("242"))
	name   = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("110"))
	red    = lipgloss.NewStyle().Foreground(lipgloss.Color("167"))
	chosen = lipgloss.NewStyle().Reverse(true).Bold(true)
	frame  = lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).BorderForeground(lipgloss.Color("242")).Padding(0, 1)
)

var hand = []string{"2♣", "5♣", "9♦", "J♦", "3♥", "Q♥", "K♥", "7♠", "A♠"}

type table struct{ card int }

func (t table) Init() tea.Cmd { return nil }

func (t table) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := message.(tea.KeyMsg); ok {
		switch pressed := key.String(); {
		case len(pressed) == 1 && pressed[0] >= '1' && pressed[0] <= '9':
			t.card = int(pressed[0] - '1')
		case pressed == "q":
			return t, tea.Quit
		}
	}
	return t, nil
}

// What no key changes.
type rest struct{ above, below string }

var (
	once sync.Once
	kept rest
)

func draw() rest {
	var seats, log []string
	for seat, who := range []string{"Megan", "Owain", "Rhys", "Bronwen", "Idris"} {
		seats = append(seats, frame.Render(name.Render(who)+"\n"+faint.Render(fmt.Sprintf("%d cards, won %d", 9-seat, seat))))
	}
	for line := 1; line <= 9; line++ {
		log = append(log, faint.Render(fmt.Sprintf("Trick %d: Owain takes six cards with the King of hearts.", line)))
	}
	above := lipgloss.JoinVertical(lipgloss.Left,
		name.Render("calm-river")+faint.Render("  deal 1 of 6, trick 4"),
		lipgloss.JoinHorizontal(lipgloss.Top, seats...),
		frame.Width(90).Render("Trick   "+red.Render("10♥")+"  "+red.Render("4♥")+"  8♠"),
		strings.Join(log, "\n"),
	)
	return rest{above, faint.Render("1–9 choose  Enter play  p pass  s scores  ? keys  q leave")}
}

func (t table) View() string {
	once.Do(func() { kept = draw() })
	around := kept
	if os.Args[2] == "whole" {
		around = draw()
	}
	var cards []string
	for place, card := range hand {
		switch {
		case place == t.card:
			cards = append(cards, chosen.Render(" "+card+" "))
		case strings.ContainsAny(card, "♥♦"):
			cards = append(cards, red.Render(" "+card+" "))
		default:
			cards = append(cards, " "+card+" ")
		}
	}
	return around.above + fmt.Sprintf("\nYour turn: play the %s?\n", hand[t.card]) + strings.Join(cards, " ") + "\n" + around.below
}

func open(session ssh.Session) (tea.Model, []tea.ProgramOption) {
	return table{}, []tea.ProgramOption{tea.WithAltScreen()}
}

func main() {
	server, err := wish.NewServer(
		wish.WithHostKeyPath(os.Args[1]),
		wish.WithPublicKeyAuth(func(ssh.Context, ssh.PublicKey) bool { return true }),
		wish.WithMiddleware(bm.Middleware(open)),
	)
	if err != nil {
		panic(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	go server.Serve(listener)
	io.Copy(io.Discard, os.Stdin)
}
